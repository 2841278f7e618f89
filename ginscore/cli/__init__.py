"""Floor 9, the commands: parse, call, print, exit status; no rule and no file access of its own."""

import gc
import os
import sys


def main() -> None:
    """Run the program on `sys.argv` and exit with its status."""
    # Neither the modules loaded at the start nor a long sheet is garbage, so collect rarely;
    # `batch`, which may never end, does it more often. No plugin of pydantic is used.
    gc.set_threshold(2_000_000)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from ginscore.cli.run import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    # The process frees everything; a last collection would walk every module for nothing.
    gc.freeze()
    sys.exit(status)
