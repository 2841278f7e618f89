"""Every parser on a few strange inputs; `feed.py` tries many more."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutations import mutate, try_on
from targets import targets


@pytest.mark.parametrize("name", targets(Path()))
def test_a_parser_refuses_or_reads(name: str, tmp_path: Path) -> None:
    target = targets(tmp_path)[name]
    for seed in target.seeds:
        try_on(target.parse, seed)

    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
    @given(st.randoms(use_true_random=False) | st.integers(0, 2**32).map(Random))
    def test(random: Random) -> None:
        try_on(target.parse, mutate(target.seeds, random))

    test()
