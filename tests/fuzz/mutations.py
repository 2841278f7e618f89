"""From a seed to what nobody has thought of: cuts, copies, swaps, pieces that have hurt before."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from ginscore.errors import GinscoreError
from ginscore.show.texts import Texts, load_texts

# Pieces that parsers stumble over.
PIECES: Final = (
    *(b"", b" ", b"\t", b"\r\n", b"\n", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"'"),
    *(b'"', b'""', b",", b";", b":", b"=", b"-", b"[", b"]", b"{", b"}", b"..."),
    *(b"\\u", b"\\ud800"),
    *(b"null", b"true", b"NaN", b"1e999", b"-1", b"0", b"1.5", b"9" * 4300, b"9" * 4301),
    *(b"0x" + b"F" * 4000, b"1_0", b"10S", b"7S", b"4-6C", b"of", b"gin", b"ginscore-sheet 1;"),
    *("\u200b", "\u202e", "＝", "٣", "²", "½", "🂡", "♥\ufe0f", "é", "e\u0301", "\u2028"),
)  # fmt: skip
_PIECES: Final = tuple(piece if isinstance(piece, bytes) else piece.encode() for piece in PIECES)


def _cut(text: bytes, other: bytes, random: Random) -> bytes:
    del other
    start = random.randint(0, len(text))
    return text[:start] + text[start + random.randint(0, 20) :]


def _put_in(text: bytes, other: bytes, random: Random) -> bytes:
    del other
    at = random.randint(0, len(text))
    return text[:at] + random.choice(_PIECES) + text[at:]


def _copy(text: bytes, other: bytes, random: Random) -> bytes:
    del other
    start = random.randint(0, len(text))
    part = text[start : start + random.randint(1, 40)]
    at = random.randint(0, len(text))
    return text[:at] + part * random.randint(1, 4) + text[at:]


def _splice(text: bytes, other: bytes, random: Random) -> bytes:
    return text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]


def _change_a_byte(text: bytes, other: bytes, random: Random) -> bytes:
    del other
    at = random.randint(0, len(text))
    return text[:at] + bytes([random.randint(0, 255)]) + text[at + 1 :]


_STEPS: Final = (_cut, _put_in, _copy, _splice, _change_a_byte)


def mutate(seeds: Sequence[bytes], random: Random) -> bytes:
    """A seed after a few of the steps above."""
    text = random.choice(seeds)
    for _ in range(random.choice((0, 1, 1, 1, 2, 3, 6))):
        text = random.choice(_STEPS)(text, random.choice(seeds), random)
    return text


def blow_up(seeds: Sequence[bytes], random: Random, longest: int) -> bytes:
    """A text of up to `longest` bytes: a mutated part, repeated, between two mutated ends."""
    text = mutate(seeds, random)
    start = random.randint(0, len(text))
    part = text[start : start + random.choice((1, 2, 5, 40, 400))] or b" "
    return (text[:start] + part * (longest // len(part)) + text[start:])[:longest]


_READERS: Final[tuple[Texts, ...]] = (Texts(), load_texts("fr"))


def try_on(parse: Callable[[bytes], object], content: bytes) -> bool:
    """Whether `parse` takes the bytes; if it refuses, in sentences that can be shown and sent.

    Raises:
        Exception: any but `GinscoreError` is a find.
    """
    try:
        parse(content)
    except GinscoreError as error:
        for message in error.faults:
            json.dumps(message.plain).encode()
            for reader in _READERS:
                reader.message(message)
                reader.hint(message)
        return False
    return True
