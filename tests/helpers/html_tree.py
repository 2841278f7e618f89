"""A page read as a browser does it, with the standard library: elements, texts, well-formedness."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"meta", "col", "br", "hr", "img", "input", "link"}


class Element:
    """One element with what is in it: other elements and texts."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    @property
    def text(self) -> str:
        """All text inside, with single blanks."""
        parts = (one if isinstance(one, str) else f" {one.text} " for one in self.children)
        return " ".join("".join(parts).split())

    def all(self, tag: str = "", **attributes: str) -> "list[Element]":
        """The elements inside of that tag (any if empty) and attributes, in order."""
        return [one for one in self._inside() if one.matches(tag, attributes)]

    def own(self, tag: str = "") -> "list[Element]":
        """The elements of that tag that stand directly in this one."""
        return [one for one in self.children if isinstance(one, Element) and one.matches(tag, {})]

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """The only such element."""
        (found,) = self.all(tag, **attributes)
        return found

    def matches(self, tag: str, attributes: dict[str, str]) -> bool:
        """Whether it is such an element; of `class_` one of the classes is enough."""
        for key, value in attributes.items():
            words = self.attributes.get(key.rstrip("_"), "")
            if value not in ((words, *words.split()) if key == "class_" else (words,)):
                return False
        return tag in ("", self.tag)

    def _inside(self) -> "Iterator[Element]":
        for one in self.children:
            if isinstance(one, Element):
                yield one
                yield from one._inside()


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"<{tag}> has an attribute twice"
        one = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(one)
        if tag not in VOID:
            self.open.append(one)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, text: str) -> None:
        self.open[-1].children.append(text)


def parse_page(html: str) -> Element:
    """The whole page; every element must be closed where it was opened."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert len(builder.open) == 1, f"<{builder.open[-1].tag}> is never closed"
    return builder.root
