"""What `explain` says about the switches of a game and a sheet, in the order of `Variant`."""

from collections.abc import Mapping
from typing import Final

from ginscore.errors import N_
from ginscore.rules.topic_texts import TopicText

GAME_TEXTS: Final[Mapping[str, TopicText]] = {
    "target": TopicText(
        title=N_("When a game is over"),
        text=N_("Looked at after every hand; a total equal to the target ends the game."),
        values=(
            ("N", N_("a player has that many points")),
            ("one_hand", N_("the first hand that somebody wins is the game; no shutout")),
            ("null", N_("never: no game bonus, shutout or settlement")),
        ),
    ),
    "game_bonus": TopicText(
        title=N_("Bonus for winning the game"),
        text=N_("Added to the game winner's account; it is not part of his total."),
        values=(("N", N_("points; 100 is usual, 0 is none")),),
    ),
    "game_bonus_to": TopicText(
        title=N_("Who wins the game"),
        text=N_("The game winner takes the game bonus and the shutout."),
        values=(
            ("first_to_target", N_("the first to the target")),
            ("higher_total", N_("the higher total when the game is over")),
        ),
    ),
    "box_bonus": TopicText(
        title=N_("Worth of a box"),
        text=N_("Points for each box, as box_mode counts them."),
        values=(("N", N_("points; 20 or 25 are usual, 0 is none")),),
    ),
    "box_mode": TopicText(
        title=N_("Whose boxes are paid"),
        text=N_("Which boxes become points when the game is reckoned."),
        values=(
            ("each", N_("each side its own")),
            ("difference", N_("only the side with more, for those it has more")),
            ("winner_only", N_("the game winner's, none of the loser's")),
        ),
    ),
    "box_timing": TopicText(
        title=N_("When boxes become points"),
        text=N_("They are paid once, now or then."),
        values=(
            ("end", N_("when the game is over; they do not count toward the target")),
            (
                "at_once",
                N_("with the hand, toward the target; needs box_mode each, settlement totals"),
            ),
        ),
        source=N_("At once: the Gin Rummy Palace app."),
    ),
    "shutout_when": TopicText(
        title=N_("When a game is a shutout"),
        text=N_("A shutout is also called blitz or schneider."),
        values=(
            ("no_points", N_("the loser's hands brought no points; boxes do not matter")),
            ("no_hands", N_("the loser won no hand")),
        ),
        source=N_("No hands: the French Gin-Rami sheet."),
    ),
    "shutout": TopicText(
        title=N_("What a shutout adds"),
        text=N_(
            "One item of the game winner's account, decided when the game or column is over. "
            "The loser keeps his boxes."
        ),
        values=(
            ("none", N_("nothing")),
            ("flat", N_("a fixed bonus: shutout_bonus")),
            ("double_points", N_("the winner's points once more")),
            ("double_points_and_game", N_("his points and the game bonus once more")),
            ("double_all", N_("his points, game bonus and boxes once more")),
            ("double_difference", N_("what he is ahead by, once more")),
        ),
    ),
    "shutout_bonus": TopicText(
        title=N_("Bonus of a flat shutout"),
        text=N_("Used only where shutout is flat."),
        values=(("N", N_("points; 100 is usual")),),
    ),
    "settlement": TopicText(
        title=N_("How a game is settled"),
        text=N_("The settlement winner may be another than the game winner; both are told."),
        values=(
            ("totals", N_("each side has its account; the higher one wins the difference")),
            (
                "winner_formula",
                N_(
                    "one sum for the winner, nothing for the loser: his total − the loser's + "
                    "game bonus + box_bonus × the difference of boxes + shutout"
                ),
            ),
        ),
        source=N_("Winner formula: the French Gin-Rami sheet."),
        reading=N_(
            "The sheet says that a negative score makes the loser the winner, not with how much; "
            "ginscore decided: with the same number, all signs turned. Exactly 0 turns nothing."
        ),
    ),
    "match_games": TopicText(
        title=N_("Games in a match"),
        text=N_(
            "Best of that many games: the match is over when one side cannot be caught. Each "
            "game has its own bonuses, the match adds none."
        ),
        values=(
            ("1", N_("one game is the match")),
            ("N", N_("best of an odd number, 3, 5 …; needs columns 1")),
        ),
    ),
}

SHEET_TEXTS: Final[Mapping[str, TopicText]] = {
    "columns": TopicText(
        title=N_("Columns of a Hollywood sheet"),
        text=N_("Several games played at once; each column has its own bonuses."),
        values=(
            ("1", N_("a plain sheet")),
            ("N", N_("that many columns, 3 as a rule; needs a number as target")),
        ),
    ),
    "column_entry": TopicText(
        title=N_("Which columns a hand enters"),
        text=N_("A closed column takes no more; the hand that closes one still enters the others."),
        values=(
            (
                "progressive",
                N_("the open columns in which the winner has an entry, and the next open one"),
            ),
            (
                "win_count",
                N_("his win number n enters the open ones among columns 1 to n, else it is lost"),
            ),
        ),
    ),
    "column_factors": TopicText(
        title=N_("What each column is worth"),
        text=N_("Multiplies a column's account and settlement, not its totals or its target."),
        values=(
            ("[1, 1, 1]", N_("all the same")),
            ("[1, 1, 2]", N_("the third column counts double")),
        ),
    ),
    "sweep_doubles": TopicText(
        title=N_("Whether winning every hand doubles the sheet"),
        text=N_("Dead hands do not matter."),
        values=(
            ("yes", N_("the sheet's sum is doubled for a side that won every hand")),
            ("no", N_("it is not")),
        ),
    ),
    "teams": TopicText(
        title=N_("Whether four play in two teams"),
        text=N_(
            "Seats 1 and 3 against seats 2 and 4. Each pair of opponents plays its own hand; the "
            "round's net goes to one team, with one box."
        ),
        values=(
            ("yes", N_("a partnership; needs players [4], scoring winner and columns 1")),
            ("no", N_("everybody for himself")),
        ),
    ),
    "scoring": TopicText(
        title=N_("Whether points are good or bad"),
        text=N_("What a hand does to the totals."),
        values=(
            ("winner", N_("only the winner of a hand scores; two sides")),
            (
                "penalty",
                N_("points are bad: every other player takes his; fewest points win the game"),
            ),
        ),
        source=N_("Penalty: the French sheet for two to four players."),
        reading=N_(
            "The sheet leaves open how several defenders are measured at an undercut; ginscore "
            "decided: against the lowest, and all who share the lowest take 0."
        ),
    ),
    "prize_share": TopicText(
        title=N_("The winner's part of the pot"),
        text=N_(
            "The player with the fewest penalty points takes it; prize_cutoff says who shares "
            "the rest."
        ),
        values=(
            ("N", N_("per cent of the pot; needs scoring penalty")),
            ("null", N_("there is no pot")),
        ),
        reading=N_(
            "The sheet gives no formula; ginscore decided: the rest goes in proportion to the "
            "cutoff − (a player's points − the winner's), equal winners share the winner's part, "
            "and he takes all if nobody else may share."
        ),
    ),
    "prize_cutoff": TopicText(
        title=N_("Penalty points that end a share of the pot"),
        text=N_("Players with fewer points than this share what the winner leaves."),
        values=(
            (
                "N",
                N_("penalty points; 50 in the sheet"),
            ),
        ),
        reading=N_(
            "The sheet gives no formula for the shares; see prize_share for what ginscore decided."
        ),
    ),
}
