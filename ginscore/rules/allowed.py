"""What a switch allows, told when a value is refused; nothing here runs while all is well."""

from collections.abc import Iterable

from ginscore.errors import N_, Message, fault


def shorten(text: object) -> str:
    """What the user gave, cut to a length that fits a sentence."""
    whole = str(text)
    return whole if len(whole) <= 60 else f"{whole[:57]}..."


def nearest(name: str, names: Iterable[str]) -> str:
    """The one of `names` that `name` most looks like, or an empty text."""
    import difflib

    folded = shorten(name).lower().replace("-", "_")
    known = {one.lower().replace("-", "_"): one for one in names}
    return next((known[one] for one in difflib.get_close_matches(folded, known, 1)), "")


def bad_value(switch: str, value: object) -> Message:
    """The fault of a value that `switch` does not allow."""
    return fault("bad-rule-value", N_("{switch} is {value}"), switch=switch, value=shorten(value))
