"""Feed the parsers for minutes: `python tests/fuzz/feed.py [MINUTES [TARGET …]]`, five by default.

Prints for each target how many inputs it was fed, how many it read, and its slowest; the status is
1 if anything but `GinscoreError` came out of one, or an input of up to 1 MB took over two seconds.
"""

import sys
import time
import traceback
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from mutations import blow_up, mutate, try_on
from targets import Target, targets

LIMIT: Final = 2.0  # seconds of processor time
_ONE_IN: Final = 50  # inputs; one of them is a long one


def feed(name: str, target: Target, seconds: float, seed: int) -> bool:
    """Feed one target for so long; whether all was well."""
    random = Random(seed)
    fed = read = 0
    slowest, well = 0.0, True
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        is_long = fed % _ONE_IN == 0
        content = (
            blow_up(target.seeds, random, random.choice((target.longest, 1 << 16)))
            if is_long
            else mutate(target.seeds, random)
        )
        start = time.process_time()
        try:
            read += try_on(target.parse, content)
        except Exception:  # noqa: BLE001 - what is looked for
            well = keep(name, content, traceback.format_exc())
        took = time.process_time() - start
        fed += 1
        if took > LIMIT:
            well = keep(name, content, f"{took:.1f} s")
        slowest = max(slowest, took)
    sys.stdout.write(f"{name:14} {fed:8} inputs, {read:8} read, slowest {slowest:5.2f} s\n")
    sys.stdout.flush()
    return well


def keep(name: str, content: bytes, why: str) -> bool:
    """Write a find into the folder for temporary files, say where, and give False."""
    with TemporaryDirectory(prefix=f"fuzz-{name}-") as folder:
        path = Path(folder).with_suffix(".bin")
    path.write_bytes(content)
    sys.stdout.write(f"{name}: {path}\n{why}\n")
    return False


def main(arguments: list[str]) -> int:
    """Feed every target, or those named, in equal parts of the time."""
    minutes = float(arguments[0]) if arguments else 5.0
    with TemporaryDirectory() as folder:
        known = targets(Path(folder))
        wanted = arguments[1:] or [*known]
        seconds = minutes * 60 / len(wanted)
        seed = int(time.time())
        sys.stdout.write(f"seed {seed}\n")
        well = [feed(name, known[name], seconds, seed) for name in wanted]
        return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
