"""`verify` as text: every line of a sheet that does not add up, with its place."""

from typing import TYPE_CHECKING

from ginscore.errors import N_
from ginscore.show.layout import fold
from ginscore.show.style import Style
from ginscore.show.texts import Texts

if TYPE_CHECKING:
    from ginscore.sheet.verify import SheetFault, Verdict


def show_verdict(verdict: "Verdict", path: str, texts: Texts, style: Style) -> str:
    """A line a fault, or that there is none in the file `path`."""
    if verdict.ok:
        return style.good(texts(N_("{sheet}: everything adds up."), sheet=path))
    return "\n".join(fold(_fault(one, texts), style.columns) for one in verdict.faults)


def _fault(fault: "SheetFault", texts: Texts) -> str:
    text = texts.message(fault.message)
    if fault.message.where:
        place = texts.place(fault.message.where)
        text = texts(N_("{place}: {text}"), place=place, text=text)
    if fault.hand is not None and fault.entry is not None:
        template = N_("hand {hand} (entry {entry}): {text}")
        return texts(template, hand=fault.hand, entry=fault.entry, text=text)
    if fault.hand is not None:
        return texts(N_("hand {hand}: {text}"), hand=fault.hand, text=text)
    if fault.entry is not None:
        return texts(N_("entry {entry}: {text}"), entry=fault.entry, text=text)
    return text
