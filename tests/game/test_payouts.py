"""Stakes and pots to the cent, with the formula that says why."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_cases import play, rules_of

from ginscore.errors import GinscoreError
from ginscore.game.payouts import Payout, box_nets, format_money, parse_money, pay_stakes, share_pot
from ginscore.sheet.sheet import Sheet
from ginscore.sheet.stats import pay_sheets, share_pot_of_sheets

POT = rules_of("rummy-royal")
NAMES = ("P1", "P2", "P3", "P4")


def shares(paid: Payout) -> list[str]:
    return [format_money(share) for share in paid.shares]


def formula(paid: Payout) -> list[str]:
    return [line.text for line in paid.formula]


def test_each_of_three_pays_by_his_net() -> None:
    rates = {"per_point": Decimal("0.10"), "per_box": Decimal(1)}
    paid = pay_stakes((150, 0, -150), (2, -1, -1), rules_of("cutthroat"), NAMES[:3], **rates)
    assert shares(paid) == ["17.00", "-1.00", "-16.00"]
    # Who is level has no line, and who pays whom is not said among three.
    assert formula(paid) == [
        "points: P1 150 × 0.10 = 15.00",
        "points: P3 -150 × 0.10 = -15.00",
        "boxes: P1 2 × 1.00 = 2.00",
        "boxes: P2 -1 × 1.00 = -1.00",
        "boxes: P3 -1 × 1.00 = -1.00",
    ]


@pytest.mark.parametrize(
    ("points", "pot", "rules", "expected"),
    [
        # S3: 75 % to the winner, the rest by 50 − points, nothing from 50 on.
        ((0, 20, 30, 60), "100", {}, ["75.00", "15.00", "10.00", "0.00"]),
        # 50 − (their points − the winner's): 50 − 10 and 50 − 30 of 25.
        ((10, 20, 40, 50), "100", {}, ["75.00", "16.67", "8.33", "0.00"]),
        # The winner takes his share whatever his points.
        ((55, 60, 70, 90), "100", {}, ["100.00", "0.00", "0.00", "0.00"]),
        # Just below the cutoff.
        ((0, 49, 50, 51), "100", {}, ["75.00", "25.00", "0.00", "0.00"]),
        # Level on the fewest share the winner's part; with nobody behind them, the whole pot.
        ((5, 5, 15, 60), "100", {}, ["37.50", "37.50", "25.00", "0.00"]),
        ((5, 5, 5, 5), "100", {}, ["25.00", "25.00", "25.00", "25.00"]),
        ((0, 0, 0), "100", {}, ["33.34", "33.33", "33.33"]),
        ((3, 9), "0.01", {}, ["0.01", "0.00"]),
        ((3, 9), "0", {}, ["0.00", "0.00"]),
        # 7.5 cents and three times 0.83: the odd cents go to the largest remainders.
        ((9, 0, 9, 9), "0.10", {}, ["0.01", "0.07", "0.01", "0.01"]),
        # Other shares and cutoffs.
        ((0, 20, 30, 60), "100", {"prize_share": 50}, ["50.00", "30.00", "20.00", "0.00"]),
        ((0, 20, 30, 60), "100", {"prize_share": 100}, ["100.00", "0.00", "0.00", "0.00"]),
        ((0, 20, 30, 60), "100", {"prize_share": 0}, ["0.00", "60.00", "40.00", "0.00"]),
        ((0, 20, 60, 90), "100", {"prize_cutoff": 100}, ["75.00", "15.39", "7.69", "1.92"]),
    ],
)
def test_share_pot(
    points: tuple[int, ...], pot: str, rules: dict[str, object], expected: list[str]
) -> None:
    variant = rules_of("rummy-royal", **rules)
    assert shares(share_pot(points, Decimal(pot), variant, NAMES)) == expected


def test_formula_of_a_pot() -> None:
    assert formula(share_pot((0, 20, 30, 60), Decimal(100), POT, NAMES)) == [
        "P1: fewest points, 0: 75% of 100.00 = 75.00",
        "P2: 50 − (20 − 0) = 30: 25% of 100.00 × 30 ÷ 50 = 15.00",
        "P3: 50 − (30 − 0) = 20: 25% of 100.00 × 20 ÷ 50 = 10.00",
        "P4: 60 points, not below 50: 0.00",
    ]


def test_formula_of_a_pot_that_is_shared() -> None:
    assert formula(share_pot((5, 5, 50), Decimal(90), POT, NAMES)) == [
        "P1: level on the fewest points, 5: 100% of 90.00 ÷ 2 = 45.00",
        "P2: level on the fewest points, 5: 100% of 90.00 ÷ 2 = 45.00",
        "P3: 50 points, not below 50: 0.00",
    ]


@given(
    st.lists(st.integers(0, 70), min_size=2, max_size=4),
    st.integers(0, 100_000),
    st.integers(0, 100),
)
def test_shares_sum_to_the_pot(points: list[int], cents: int, percent: int) -> None:
    pot = Decimal(cents) / 100
    rules = rules_of("rummy-royal", prize_share=percent)
    paid = share_pot(points, pot, rules, NAMES)
    assert sum(paid.shares) == pot
    assert all(share >= 0 for share in paid.shares)
    # Nobody is more than a cent from his exact part.
    low = min(points)
    behind = [50 - (p - low) if low < p < 50 else 0 for p in points]
    best = cents * percent / 100 if sum(behind) else cents
    for share, mine, weight in zip(paid.shares, points, behind, strict=True):
        if mine == low:
            exact = best / points.count(low)
        else:
            exact = (cents - best) * weight / (sum(behind) or 1)
        assert abs(float(share) * 100 - exact) < 1.000001


@pytest.mark.parametrize("pot", ["-1", "0.001", "12.345"])
def test_a_pot_that_cannot_be_split(pot: str) -> None:
    with pytest.raises(GinscoreError, match="allowed: 0 or more, in whole cents") as refused:
        share_pot((0, 5), Decimal(pot), POT, NAMES)
    assert refused.value.code == "bad-points"


def test_rules_without_a_pot() -> None:
    with pytest.raises(GinscoreError, match="prize_share is null") as refused:
        share_pot((0, 5), Decimal(10), rules_of("modern"), NAMES)
    assert refused.value.code == "usage"


@pytest.mark.parametrize(
    ("points", "boxes", "per_point", "per_box", "expected", "lines"),
    [
        (
            (384, -384),
            (4, -4),
            "0.05",
            "0.25",
            ["20.20", "-20.20"],
            ["points: Ann 384 × 0.05 = 19.20", "boxes: Ann 4 × 0.25 = 1.00", "Bob pays Ann 20.20"],
        ),
        (
            (-40, 40),
            (4, -4),
            "0.10",
            "0.50",
            ["-2.00", "2.00"],
            ["points: Bob 40 × 0.10 = 4.00", "boxes: Ann 4 × 0.50 = 2.00", "Ann pays Bob 2.00"],
        ),
        (
            (7, -7),
            (9, -9),
            "0.005",
            "0",
            ["0.035", "-0.035"],
            ["points: Ann 7 × 0.005 = 0.035", "Bob pays Ann 0.035"],
        ),
        (
            (0, 0),
            (-2, 2),
            "0",
            "1",
            ["-2.00", "2.00"],
            ["boxes: Bob 2 × 1.00 = 2.00", "Ann pays Bob 2.00"],
        ),
        (
            (-5, 5),
            (5, -5),
            "1",
            "1",
            ["0.00", "0.00"],
            ["points: Bob 5 × 1.00 = 5.00", "boxes: Ann 5 × 1.00 = 5.00", "nobody pays anything"],
        ),
    ],
)
def test_pay_stakes(
    points: tuple[int, int],
    boxes: tuple[int, int],
    per_point: str,
    per_box: str,
    expected: list[str],
    lines: list[str],
) -> None:
    paid = pay_stakes(
        points,
        boxes,
        rules_of("modern"),
        ("Ann", "Bob"),
        per_point=Decimal(per_point),
        per_box=Decimal(per_box),
    )
    assert shares(paid) == expected
    assert formula(paid) == lines
    assert sum(paid.shares) == 0


def test_penalty_points_have_no_stakes() -> None:
    with pytest.raises(GinscoreError, match="no stakes") as refused:
        pay_stakes((0, 0), (0, 0), POT, ("Ann", "Bob"), per_point=Decimal(1), per_box=Decimal(0))
    assert refused.value.code == "usage"


def test_boxes_of_all_games() -> None:
    found = play(rules_of("tournament", target=50), "A 50", "B 12 x3", "A 50", "B 7")
    assert box_nets(found, rules_of("tournament")) == (-2, 2)
    # In Hollywood a box counts in every column that it entered.
    rules = rules_of("hollywood")
    assert box_nets(play(rules, "A 10", "A 10 x2"), rules) == (5, -5)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("100", "100.00"),
        ("12.5", "12.50"),
        ("12,50", "12.50"),
        (" 0.05 ", "0.05"),
        ("0", "0.00"),
        ("0.005", "0.005"),
        ("0.0050", "0.005"),
        ("999999999.99", "999999999.99"),
    ],
)
def test_money(text: str, amount: str) -> None:
    assert format_money(parse_money(text)) == amount


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-5",
        "−5",
        "+5",
        "1e3",
        "nan",
        "inf",
        "12 €",
        "$5",
        "1.",
        ".5",
        "1,000.00",
        "١",
        "9" * 99,
    ],
)
def test_what_is_not_money(text: str) -> None:
    with pytest.raises(GinscoreError) as refused:
        parse_money(text, "--pot")
    assert (refused.value.code, refused.value.where) == ("bad-points", "--pot")


@given(st.decimals(0, 999_999, places=3))
def test_money_reads_back(amount: Decimal) -> None:
    assert parse_money(format_money(amount)) == amount


# --- several sheets ---


def evening(*points: str, players: tuple[str, ...], variant: str, **rules: object) -> Sheet:
    """A sheet of hands of which the points are known."""
    sheet = Sheet.new(*players, variant=rules_of(variant, **rules))
    for one in points:
        sheet = sheet.add(points=one.split())
    return sheet


def test_stakes_of_several_sheets_are_added_up_by_name() -> None:
    # A game of 100 and a shutout, with a box: (100 + 100 + 25) × 2; the other way 100 + 100 + 25.
    first = evening("Ann=100", players=("Ann", "Bob"), variant="modern")
    second = evening("Bob=100", players=("ann", "Bob"), variant="modern", shutout="none")
    paid = pay_sheets([first, second], Decimal("0.10"), Decimal(0))
    assert paid.shares == {"Ann": Decimal("22.50"), "Bob": Decimal("-22.50")}
    assert len(paid.formula) > 0


def test_one_pot_over_several_sheets() -> None:
    first = evening("B=20 C=10", players=("A", "B", "C"), variant="rummy-royal")
    second = evening("b=10 c=20", players=("a", "b", "c"), variant="rummy-royal")
    # 50 − 30 each.
    assert share_pot_of_sheets([first, second], Decimal(100)).shares == {
        "A": Decimal(75),
        "B": Decimal("12.5"),
        "C": Decimal("12.5"),
    }


@pytest.mark.parametrize(
    ("players", "rules", "said"),
    [
        (("A", "B", "D"), {}, "the same players"),
        (("A", "B", "C"), {"prize_share": 60}, "different rules"),
    ],
)
def test_sheets_that_have_no_pot_in_common(
    players: tuple[str, ...], rules: dict[str, object], said: str
) -> None:
    first = evening("B=20 C=10", players=("A", "B", "C"), variant="rummy-royal")
    other = evening("B=20", players=players, variant="rummy-royal", **rules)
    with pytest.raises(GinscoreError, match=said):
        share_pot_of_sheets([first, other], Decimal(100))


def test_who_is_exactly_at_the_cutoff_over_several_sheets_gets_nothing() -> None:
    """25 + 25 = 50, and the cutoff is 50."""
    first = evening("B=25 C=10", players=("A", "B", "C"), variant="rummy-royal")
    second = evening("B=25 C=10", players=("A", "B", "C"), variant="rummy-royal")
    third = evening("B=24 C=10", players=("A", "B", "C"), variant="rummy-royal")
    assert share_pot_of_sheets([first, second], Decimal(100)).shares["B"] == 0
    assert share_pot_of_sheets([first, third], Decimal(100)).shares["B"] > 0
