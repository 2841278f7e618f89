"""A real headless Chromium, driven through the DevTools protocol over two pipes.

JSON messages that end with a zero byte go in at file descriptor 3 and come out at 4, so no port is
opened and no library is needed.
"""

import fcntl
import json
import os
import re
import select
import shutil
import signal
import struct
import time
import zlib
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 60.0
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe",
)  # fmt: skip


class Image(NamedTuple):
    """Pixels of a screenshot, each three bytes."""

    width: int
    height: int
    pixels: tuple[bytes, ...]

    @property
    def brightness(self) -> float:
        """The mean of all pixels, from 0 (black) to 255 (white)."""
        return sum(map(sum, self.pixels)) / (3 * len(self.pixels))


class Chromium:
    """A running browser with one page. `events` are those of the page, oldest first."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM is not None
        self.events: list[dict[str, Any]] = []
        self._number = 0
        self._unread = b""
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (*os.pipe(), *os.pipe())]
        self._in, self._out = ends[1], ends[2]
        nothing = os.open(os.devnull, os.O_RDWR)
        self._process = os.posix_spawn(
            PROGRAM,
            [PROGRAM, *FLAGS, f"--user-data-dir={folder}", "about:blank"],
            {**os.environ, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
            file_actions=[
                *((os.POSIX_SPAWN_DUP2, nothing, stream) for stream in (0, 1, 2)),
                (os.POSIX_SPAWN_DUP2, ends[0], 3),
                (os.POSIX_SPAWN_DUP2, ends[3], 4),
            ],
            setpgroup=0,
        )
        for end in (ends[0], ends[3], nothing):
            os.close(end)
        self._session: str | None = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")

    def close(self) -> None:
        """End the browser with all its processes."""
        os.killpg(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._in)
        os.close(self._out)

    # The protocol

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the protocol and wait for its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._in, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return dict(answer["result"])
            self.events.append(answer)

    def wait_for(self, method: str) -> dict[str, Any]:
        """The next event of that name."""
        while True:
            event = self._receive()
            self.events.append(event)
            if event.get("method") == method:
                return event

    def _receive(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._unread:
            left = until - time.monotonic()
            ready, _, _ = select.select([self._out], [], [], max(left, 0))
            if not ready:
                raise TimeoutError
            read = os.read(self._out, 1 << 20)
            if not read:
                raise EOFError
            self._unread += read
        first, _, self._unread = self._unread.partition(b"\0")
        return dict(json.loads(first))

    # The page

    def open(self, path: Path) -> None:
        """Load a file and forget the events before it."""
        self.events.clear()
        self.send("Page.navigate", url=path.as_uri())
        self.wait_for("Page.loadEventFired")

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is in the page."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Press and release the mouse on the middle of an element."""
        x, y = self.value(
            f"(() => {{const one = document.querySelector({json.dumps(selector)});"
            "one.scrollIntoView({block: 'center'}); const at = one.getBoundingClientRect();"
            "return [at.x + at.width / 2, at.y + at.height / 2]})()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def show_as(
        self, *, scheme: str = "light", media: str = "", width: int = 900, height: int = 700
    ) -> None:
        """Prefer a colour scheme, show as on a medium, and make the window so large."""
        scheme_wish = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=media, features=scheme_wish)
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )

    def screenshot(self, *, scale: float = 1) -> bytes:
        """The window as PNG."""
        size = self.value("[innerWidth, innerHeight]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": scale}
        answer = self.send("Page.captureScreenshot", clip=clip)
        return b64decode(answer["data"])

    def pdf(self, width: float, height: float) -> bytes:
        """The page printed on paper of that size in inches, with the page's own margins."""
        answer = self.send(
            "Page.printToPDF", paperWidth=width, paperHeight=height, preferCSSPageSize=False
        )
        return b64decode(answer["data"])

    def requests(self) -> list[str]:
        """Every address that the page asked for, its own included."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    def complaints(self) -> list[dict[str, Any]]:
        """What the console says: errors, warnings, blocked content, exceptions."""
        methods = {"Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"}
        return [event for event in self.events if event.get("method") in methods]


@contextmanager
def chromium(folder: Path) -> Iterator[Chromium]:
    """A browser with a new profile in `folder`."""
    browser = Chromium(folder)
    try:
        yield browser
    finally:
        browser.close()


def decode_png(png: bytes) -> Image:
    """The pixels of an 8-bit RGB or RGBA image that is not interlaced."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    assert colour in (2, 6)
    size = 3 if colour == 2 else 4
    packed, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += length + 12
    return Image(width, height, tuple(_pixels(zlib.decompress(packed), width * size, size)))


def _pixels(raw: bytes, stride: int, size: int) -> Iterator[bytes]:
    above = bytearray(stride)
    for start in range(0, len(raw), stride + 1):
        line = bytearray(raw[start + 1 : start + 1 + stride])
        for at in range(stride):
            left = line[at - size] if at >= size else 0
            corner = above[at - size] if at >= size else 0
            line[at] = (line[at] + _predicted(raw[start], left, above[at], corner)) & 255
        above = line
        yield from (bytes(line[at : at + 3]) for at in range(0, stride, size))


def _predicted(method: int, left: int, up: int, corner: int) -> int:
    """What PNG's filters take for the byte."""
    if method < 3:
        return (0, left, up)[method]
    if method == 3:
        return (left + up) // 2
    nearest = left + up - corner
    return min((left, up, corner), key=lambda one: abs(nearest - one))


def pdf_pages(pdf: bytes) -> list[tuple[float, float]]:
    """The sizes of a PDF's pages in points."""
    boxes = re.findall(rb"/Type\s*/Page\b.*?/MediaBox\s*\[([^\]]*)\]", pdf, re.DOTALL)
    sizes = [tuple(map(float, box.split()[2:])) for box in boxes]
    return [(width, height) for width, height in sizes]


def pdf_text_marks(pdf: bytes) -> int:
    """How often a PDF writes text, over all its pages."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return sum(len(re.findall(rb"\bT[jJ]\b", _inflate(one))) for one in streams)


def _inflate(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""
