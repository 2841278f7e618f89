"""What `explain` says about the myths that players repeat and the words of the game."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from ginscore.errors import N_


class TopicText(NamedTuple):
    """One topic in English, every text marked for the catalogue.

    `values` are what a switch may be, as it is typed (`N` is a number), with its meaning. `source`
    says who plays it so, `reading` what no source fixes and ginscore decided.
    """

    title: str
    text: str
    values: tuple[tuple[str, str], ...] = ()
    source: str = ""
    reading: str = ""


MYTHS: Final[Mapping[str, TopicText]] = {
    "gin-undercut": TopicText(
        title=N_("“Gin can be undercut”"),
        text=N_(
            "It cannot, in any preset. A defender with no deadwood of his own does not beat gin: "
            "the knocker still scores the gin bonus, and nothing more. Only under layoff_on_gin "
            "zero_cancels does a defender at zero take the score away, and even then he wins "
            "nothing."
        ),
    ),
    "undercut-before-lay-offs": TopicText(
        title=N_("“The undercut is decided before the lay-offs”"),
        text=N_(
            "It is decided after them, in every preset. The defender melds, lays off, and only "
            "then are the two counts compared; lay-offs often turn a knock into an undercut."
        ),
    ),
    "knocker-lays-off": TopicText(
        title=N_("“The knocker may lay off too”"),
        text=N_(
            "He may not, in any preset. Only a defender adds cards to melds, and only to the "
            "knocker's; the knocker's deadwood stands as he spread it."
        ),
    ),
    "lay-off-on-loose-cards": TopicText(
        title=N_("“A defender may build on the knocker's loose cards”"),
        text=N_(
            "He may not, in any preset. Lay-offs go to melds: the fourth card of a set, or the "
            "next card at an end of a run. Two kings in the knocker's deadwood take no third."
        ),
    ),
    "mixed-suit-runs": TopicText(
        title=N_("“A run may mix suits”"),
        text=N_(
            "It may not, in any preset. A run is three or more cards of one suit in sequence; "
            "5♠ 6♥ 7♠ is deadwood of eighteen points."
        ),
    ),
    "ace-eleven": TopicText(
        title=N_("“An ace left over counts eleven”"),
        text=N_(
            "Not in gin rummy: it counts 1, and 15 in round-the-corner gin. Eleven belongs to "
            "other rummy games."
        ),
    ),
}

TERMS: Final[Mapping[str, TopicText]] = {
    "knock": TopicText(
        title=N_("Knock"),
        text=N_(
            "Going out with some deadwood, but no more than the knock limit. The knocker spreads "
            "his cards, the defender lays off, and the lower count wins the hand."
        ),
    ),
    "gin": TopicText(
        title=N_("Gin"),
        text=N_(
            "Going out with every card melded, whatever was called. It scores the gin bonus and "
            "all of the defender's deadwood, and cannot be undercut."
        ),
    ),
    "big-gin": TopicText(
        title=N_("Big gin"),
        text=N_(
            "Gin with one card more: the knocker melds all the cards that he holds after his draw "
            "and discards none. Where big_gin_bonus is null it is priced as gin."
        ),
    ),
    "undercut": TopicText(
        title=N_("Undercut"),
        text=N_(
            "A knock that fails: after his lay-offs the defender has fewer points than the "
            "knocker, or as many where tie is undercut. He scores the difference and the "
            "undercut bonus."
        ),
    ),
    "dead-hand": TopicText(
        title=N_("Dead hand"),
        text=N_(
            "A discard leaves two cards or fewer in the stock and nobody went out. Nobody scores; "
            "dead_hand_dealer says who deals next."
        ),
    ),
    "deadwood": TopicText(
        title=N_("Deadwood"),
        text=N_(
            "The cards outside melds, and their points: pips, ten for T, J, Q and K, and "
            "ace_points for an ace."
        ),
    ),
    "meld": TopicText(
        title=N_("Meld"),
        text=N_(
            "A set of three or four cards of one rank, or a run of three or more cards of one "
            "suit in sequence. A card belongs to one meld only."
        ),
    ),
    "arrangement": TopicText(
        title=N_("Arrangement"),
        text=N_(
            "One way to split a player's cards into melds and deadwood. The knocker's is what he "
            "spreads; it decides what the defender can lay off on."
        ),
    ),
    "lay-off": TopicText(
        title=N_("Lay-off"),
        text=N_(
            "A defender's card added to one of the knocker's melds: the fourth card of a set, or "
            "the next card at an end of a run. It no longer counts against him."
        ),
    ),
    "box": TopicText(
        title=N_("Box"),
        text=N_(
            "A mark for each hand won, worth box_bonus points when the game is reckoned; "
            "extra_boxes gives more of them for gin, big gin and undercuts."
        ),
    ),
    "upcard": TopicText(
        title=N_("Upcard"),
        text=N_(
            "The first card turned up. In Oklahoma gin its value is the knock limit, and a spade "
            "may double the hand."
        ),
    ),
}
