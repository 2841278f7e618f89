"""Floor 9, the commands: parse, call, print, exit status; no rule and no file access of its own."""

import sys


def main() -> None:
    """Run the program on `sys.argv` and exit with its status."""
    from ginscore.cli.seam import run

    sys.exit(run(sys.argv[1:]))
