"""Judge an archive of hands piece by piece with Dask: python archive.py HANDS.jsonl FOLDER.

Give Dask a cluster (dask.distributed.Client) and the same lines run on many machines.
"""

import subprocess
import sys

import dask.bag


def judge(lines: list[str]) -> list[str]:
    """The answers of `ginscore batch` to the lines of a piece."""
    command = ["ginscore", "batch", "-q", "-"]
    done = subprocess.run(command, input="".join(lines), stdout=-1, encoding="utf-8", check=False)
    return done.stdout.splitlines()


if __name__ == "__main__":
    hands = dask.bag.read_text(sys.argv[1], blocksize=64_000_000)
    hands.map_partitions(judge).to_textfiles(f"{sys.argv[2]}/*.jsonl")
