"""Floor 9, the commands: parse, call, print, exit status; no rule and no file access of its own."""

import gc
import os
import sys


def main() -> None:
    """Run the program on `sys.argv` and exit with its status."""
    # What is loaded at the start is no garbage, nor is a long sheet: collect hardly ever; `batch`,
    # which has no end, does it more often. No plugin of pydantic is used.
    gc.set_threshold(2_000_000)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from ginscore.cli.run import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    # It all goes with the process; a last collection would walk every module for nothing.
    gc.freeze()
    sys.exit(status)
