"""How a refusal looks: its sentence, its JSON, its exit status, several of them as one."""

import pytest

from ginscore.errors import CardText, GinscoreError, Message, fault, refuse, warning

OVER = fault(
    "knock-over-limit",
    "a knock with deadwood {points}; allowed: {limit}",
    hint="the limit is {limit}",
    where="knocker",
    points=12,
    limit=10,
)
UNREAD = fault("bad-card", "{token}: not a card", token="0H")
LOCKED = fault("sheet-locked", "in use")


def test_a_message_says_what_was_found_where_and_what_to_do() -> None:
    assert OVER.plain == {
        "code": "knock-over-limit",
        "message": "a knock with deadwood 12; allowed: 10",
        "where": "knocker",
        "hint": "the limit is 10",
    }
    assert UNREAD.plain["where"] is UNREAD.plain["hint"] is None


def test_fields_may_be_several_or_messages_themselves() -> None:
    said = Message("claim", "{cards} of {who}: {why}", {"cards": CardText("7S"), "why": UNREAD})
    said = said._replace(fields={**said.fields, "who": ("Ann", "Bob")})
    assert said.text == "7S of Ann, Bob: 0H: not a card"


def test_json_has_no_half_characters() -> None:
    assert fault("bad-name", "{name}", name="\udcff").plain["message"] == "\\udcff"


def test_a_place_is_put_before_the_one_there() -> None:
    assert OVER.at("line 3").where == "line 3 knocker"
    assert [one.where for one in GinscoreError(OVER, UNREAD).at("x").faults] == ["x knocker", "x"]


@pytest.mark.parametrize(
    ("faults", "status"),
    [((OVER,), 1), ((UNREAD,), 2), ((OVER, UNREAD), 2), ((UNREAD, LOCKED, OVER), 3)],
)
def test_the_exit_status_is_that_of_the_worst_fault(
    faults: tuple[Message, ...], status: int
) -> None:
    first, *others = faults
    assert GinscoreError(first, *others).exit_status == status


def test_a_refusal_is_described_by_its_first_fault() -> None:
    error = GinscoreError(OVER, UNREAD)
    assert (error.code, error.where, error.hint) == ("knock-over-limit", "knocker", OVER.hint_text)
    assert error.template.format(**error.fields) == OVER.text
    assert str(error) == (
        "knock-over-limit: a knock with deadwood 12; allowed: 10\nbad-card: 0H: not a card"
    )


def test_faults_of_another_step_are_told_too() -> None:
    def refused() -> None:
        raise refuse("bad-card", "no card")

    error = GinscoreError(OVER)
    assert error.with_faults_of(lambda: 4) is error
    assert [one.code for one in error.with_faults_of(refused).faults] == [
        "knock-over-limit",
        "bad-card",
    ]


def test_only_known_codes_are_used() -> None:
    with pytest.raises(AssertionError, match="nonsense"):
        fault("nonsense", "")
    with pytest.raises(AssertionError, match="bad-card"):
        warning("bad-card", "")


def test_a_field_without_end_is_cut() -> None:
    text = fault("bad-name", "{name}", name="x" * 5_000).text
    assert (len(text), text[-1]) == (1_001, "…")
