"""Deadwood as a number: counts (`17`, `=17`) and calls (`gin`, `biggin`) as text."""

import re
from typing import Final

from ginscore.cards.holdings import BIG_GIN, GIN, Holding
from ginscore.cards.unreadable import shorten
from ginscore.errors import N_, refuse

# More than any cards can count; it only has to keep typing errors out.
_MOST_POINTS: Final = 10_000
_ZERO: Final = N_("write 0 for no deadwood, or gin")
_CALLS: Final = {"gin": GIN, "biggin": BIG_GIN, "grandgin": BIG_GIN}
_CALL_BLANKS: Final = dict.fromkeys(map(ord, " -_"))
_NUMBER: Final = r"=.*|[-+−–]? *(?:\d[\d.,/'_]*|[.,]\d+|\d* ?[¼½¾])"


def parse_points(number: str) -> int:
    """Deadwood points from the digits of a tidy text.

    Raises:
        GinscoreError: `bad-holding` for a blank, a sign, a fraction, a number above 10,000 and
            whatever is no number.
    """
    number = number.strip()
    if number.isascii() and number.isdigit():
        # A very long number is not even converted.
        points = int(number) if len(number) <= 10 else _MOST_POINTS + 1
        if points <= _MOST_POINTS:
            return points
        template = N_("{text}: too many points; allowed: 0 to {most}")
    elif not number:
        template = N_("no points behind the equals sign; a blank is not zero")
    elif number[0] in "-−–":
        template = N_("{text}: negative points; allowed: 0 to {most}")
    elif re.search("[0-9][.,/]|[.,/][0-9]|[¼½¾]", number):
        template = N_("{text}: a fraction; points are whole numbers")
    else:
        template = N_("{text}: not a number of points; write digits only")
    raise refuse("bad-holding", template, hint=_ZERO, text=shorten(number), most=_MOST_POINTS)


def parse_count(text: str) -> Holding | None:
    """The holding of a tidy text that is a count or a call; None for any other text.

    Raises:
        GinscoreError: `bad-holding` for a blank and for what is meant as a number and is none.
    """
    if not text:
        raise refuse("bad-holding", N_("no cards and no points; a blank is not zero"), hint=_ZERO)
    call = _CALLS.get(text.casefold().translate(_CALL_BLANKS))
    if call:
        return call
    if "[" in text or not re.fullmatch(_NUMBER, text):
        return None
    return Holding("count", points=parse_points(text.removeprefix("=")))
