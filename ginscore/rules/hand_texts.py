"""What `explain` says about the switches of one hand, in the order of `Variant`."""

from collections.abc import Mapping
from typing import Final

from ginscore.errors import N_
from ginscore.rules.topic_texts import TopicText

TABLE_TEXTS: Final[Mapping[str, TopicText]] = {
    "players": TopicText(
        title=N_("How many may play"),
        text=N_("The numbers of players for which the rules are made."),
        values=(
            ("[2]", N_("two players, each on his own side")),
            ("[2, 3, 4]", N_("two, three or four, under penalty points")),
            ("[4]", N_("four in two teams")),
        ),
    ),
    "hand_sizes": TopicText(
        title=N_("Cards that a player holds"),
        text=N_(
            "Cards in each player's hand after his discard, for each number of players; the "
            "hands and the upcard must come from one pack of 52."
        ),
        values=(("{2=10, 3=7}", N_("ten cards for two players, seven for three")),),
    ),
    "next_dealer": TopicText(
        title=N_("Who deals after a hand that somebody won"),
        text=N_(
            "Without a dealer named, the first player deals first, and a new game deals on from "
            "the last hand."
        ),
        values=(
            ("winner", N_("the winner of the hand; above two seats only under penalty points")),
            ("loser", N_("the loser of the hand; two players only")),
            ("alternate", N_("the deal moves one seat, whoever won")),
        ),
        source=N_("Winner: the French Gin-Rami sheet. Loser: Bicycle. Alternate: Playgridia."),
    ),
    "dead_hand_dealer": TopicText(
        title=N_("Who deals after a hand that nobody won"),
        text=N_(
            "A dead hand, a tie that scores nothing, a gin that was cancelled, and a round of "
            "teams that comes out level."
        ),
        values=(
            ("same", N_("the same dealer deals again")),
            ("next", N_("the deal moves one seat")),
        ),
        source=N_("Same: Playgridia and Bicycle."),
        reading=N_("The French Gin-Rami sheet is silent here; ginscore lets the same player deal."),
    ),
    "stock_end": TopicText(
        title=N_("What happens when the stock runs out"),
        text=N_("The stock has run out when a discard leaves two cards or fewer in it."),
        values=(
            (
                "dead",
                N_("the hand is dead; who makes that discard may still knock with it"),
            ),
            (
                "reshuffle",
                N_("the discards become a new stock, so that no hand is ever dead"),
            ),
        ),
        source=N_("Dead: Playgridia. Reshuffle: the penalty-point sheet."),
    ),
    "ace_runs": TopicText(
        title=N_("Where an ace stands in a run"),
        text=N_("The places in a run that an ace may take; lay-offs follow it too."),
        values=(
            ("low", N_("below the two only: A-2-3")),
            ("high", N_("above the king only: Q-K-A")),
            ("both", N_("at either end, but no run goes through it")),
            ("circular", N_("anywhere: Q-K-A-2-3 is a run; none has more than 13 cards")),
        ),
        source=N_(
            "Low: Bicycle, Playgridia. Circular: the French Gin-Rami sheet, which allows high "
            "as another choice."
        ),
    ),
    "ace_points": TopicText(
        title=N_("Points of an ace left over"),
        text=N_("What an ace counts as deadwood."),
        values=(
            ("1", N_("one point, as in nearly every game of gin")),
            ("15", N_("fifteen points, as in round-the-corner gin")),
        ),
    ),
    "knock_limit": TopicText(
        title=N_("How much deadwood a knocker may keep"),
        text=N_("The most points with which a player may knock; the limit itself is allowed."),
        values=(
            ("N", N_("that many points; 10 is usual, 0 means gin only")),
            ("upcard", N_("the value of the upcard, ten for a picture")),
        ),
    ),
    "ace_upcard": TopicText(
        title=N_("The knock limit when an ace is turned up"),
        text=N_("Used only where knock_limit is upcard."),
        values=(
            ("gin_only", N_("nobody may knock, only gin ends the hand")),
            ("one", N_("the limit is one point, also where an ace counts 15")),
        ),
        source=N_("Gin only: the French Gin-Rami sheet, Bicycle."),
    ),
    "knocker_melds": TopicText(
        title=N_("Whether the knocker's own arrangement counts"),
        text=N_("A knocker may spread his cards worse than he could."),
        values=(
            ("declared", N_("what he spread counts; the ruling says what would be better")),
            ("best", N_("a poorer arrangement is replaced by the best one")),
        ),
        source=N_("Declared: custom at the table. Best: Playgridia."),
    ),
    "layoff_on_gin": TopicText(
        title=N_("Whether a defender lays off on gin"),
        text=N_("It holds for big gin as well."),
        values=(
            ("no", N_("his deadwood stands as it is")),
            ("yes", N_("he lays off as on a knock")),
            (
                "zero_cancels",
                N_("he lays off; if he comes to zero, nobody scores and there is no box"),
            ),
        ),
    ),
    "layoff_chain": TopicText(
        title=N_("Whether a lay-off may go on from a lay-off"),
        text=N_(
            "A defender may hold two cards that follow each other, such as 7♠ and 8♠ against "
            "4-5-6♠. Several defenders each lay off on the melds as spread, never on another "
            "defender's card."
        ),
        values=(
            ("own", N_("he may go on from a card that he laid off himself")),
            ("none", N_("only cards that fit the meld as it was spread")),
        ),
        reading=N_(
            "The penalty-point sheet, taken word for word, is none; no other source fixes it. "
            "ginscore decided for own, the custom of the game."
        ),
    ),
    "layoff_method": TopicText(
        title=N_("How the defender's count is found"),
        text=N_(
            "A defender may have to break his own melds to lay off more. The ruling always shows "
            "the true best too, and warns where the method misses it."
        ),
        values=(
            ("best", N_("the least that melds and lay-offs together can leave")),
            (
                "two_orders",
                N_("the lower of two orders: own melds first, or lay-offs first"),
            ),
            ("own_melds_first", N_("his best melds first, then the rest is laid off")),
        ),
        source=N_("Two orders: Playgridia."),
    ),
}

HAND_TEXTS: Final[Mapping[str, TopicText]] = {
    "gin_bonus": TopicText(
        title=N_("Bonus for gin"),
        text=N_("Scored on top of the defender's deadwood, also against a defender at zero."),
        values=(("N", N_("points; 25 or 20 are usual")),),
    ),
    "big_gin_bonus": TopicText(
        title=N_("Bonus for big gin"),
        text=N_("It takes the place of the gin bonus; the defender's deadwood comes to it."),
        values=(
            ("N", N_("points; 31 or 50 are usual")),
            ("null", N_("big gin is not played: it is priced as gin")),
        ),
        reading=N_(
            "The penalty-point sheet does not know big gin; ginscore decided to price it as gin."
        ),
    ),
    "undercut_bonus": TopicText(
        title=N_("Bonus for an undercut"),
        text=N_(
            "Scored by the defender on top of the difference; under penalty points the knocker "
            "takes it."
        ),
        values=(("N", N_("points; 25, 20 or 10 are usual")),),
    ),
    "tie": TopicText(
        title=N_("Who wins when both have the same deadwood"),
        text=N_("Decided after the lay-offs; gin is never a tie."),
        values=(
            ("undercut", N_("the defender: it is an undercut by nothing")),
            ("knocker", N_("the knocker wins the hand for 0 points; it is a box")),
            ("no_score", N_("nobody: no points and no box")),
        ),
        source=N_("Undercut: the French Gin-Rami sheet, Playgridia, Bicycle."),
        reading=N_(
            "No source says what a tie is under penalty points; ginscore decided that it "
            "undercuts only where tie is undercut."
        ),
    ),
    "tie_bonus": TopicText(
        title=N_("Bonus for an undercut by nothing"),
        text=N_("Used where equal deadwood is an undercut."),
        values=(
            ("N", N_("points for a tie, instead of the undercut bonus")),
            ("null", N_("the same as the undercut bonus")),
        ),
        reading=N_(
            "No source says what a tie costs under penalty points; ginscore lets the knocker pay "
            "this bonus, if it is set."
        ),
    ),
    "knock_bonus": TopicText(
        title=N_("Bonus for a knock that succeeds"),
        text=N_("Never paid on an undercut or a tie."),
        values=(("N", N_("points; 0 almost everywhere, 15 in one school")),),
    ),
    "gin_doubles_deadwood": TopicText(
        title=N_("Whether gin counts the deadwood twice"),
        text=N_("It holds for big gin as well, and comes before any doubling by a spade."),
        values=(
            ("yes", N_("the knocker scores twice the defender's deadwood, and the bonus")),
            ("no", N_("he scores it once")),
        ),
    ),
    "spade_doubles": TopicText(
        title=N_("What doubles when the upcard is a spade"),
        text=N_("An upcard that was not written down doubles nothing; the ruling warns of it."),
        values=(
            ("no", N_("nothing")),
            ("points", N_("the difference or the deadwood only")),
            ("all", N_("the bonuses of the hand as well")),
            (
                "all_and_extra_boxes",
                N_("the bonuses and the extra boxes: gin with two is 1 + 2×2 = 5"),
            ),
            ("all_and_boxes", N_("the bonuses and every box: gin with two is (1 + 2)×2 = 6")),
        ),
    ),
    "extra_boxes": TopicText(
        title=N_("Boxes beyond the one for winning"),
        text=N_("Marks for gin, big gin and an undercut on top of the one box."),
        values=(
            ("{gin=2, big_gin=2, undercut=1}", N_("as clubs play it (“kisses”)")),
            ("N", N_("the same number for every kind; 0 is none")),
        ),
    ),
}
