"""A command line that the parser could not read, in our words, made from its exception's fields."""

from typing import Any, Final

from ginscore.cli.typed import place_of
from ginscore.errors import N_, Message, fault

HELP_HINT: Final = N_('see "{command} --help"')

# What pydantic says of a value → what we say; `{value}` is what was typed.
_VALUES: Final = {
    "int_parsing": N_("found {value}; a whole number is wanted"),
    "greater_than_equal": N_("found {value}; at least {ge} is wanted"),
    "less_than_equal": N_("found {value}; at most {le} is wanted"),
}


def usage_fault(error: Any) -> Message:
    """The `usage` fault of a parser's exception (any kind: fields are looked up, not classes)."""
    command = error.ctx.command_path if getattr(error, "ctx", None) else "ginscore"
    if option := getattr(error, "option_name", ""):
        return _option_fault(error, str(option), command)
    param = getattr(error, "param", None)
    if param is None:
        return _usage(N_("{reason}"), "", command, reason=error.format_message())
    if hasattr(error, "param_type"):
        return _missing_fault(param, command)
    return _value_fault(error, param, command)


def _usage(template: str, where: str, command: str, **fields: Any) -> Message:
    return fault("usage", template, hint=HELP_HINT, where=where, command=command, **fields)


def _option_fault(error: Any, option: str, command: str) -> Message:
    """An option that does not exist, that lacks its value, or that takes none."""
    if hasattr(error, "possibilities"):
        return _unknown_option_fault(option, sorted(error.possibilities or ()), command)
    known = {name: one for one in error.ctx.command.params for name in one.opts}
    if option in known and known[option].is_flag:
        return _usage(N_("the option takes no value"), option, command)
    return _usage(N_("the option needs a value"), option, command)


def _unknown_option_fault(option: str, near: list[str], command: str) -> Message:
    # Points are never negative, so `-5` is a slip and not an option.
    if option[1:2].isdigit():
        return _usage(N_("found {option}; points are never negative"), "", command, option=option)
    template = N_("there is no option {option}")
    if not near:
        return _usage(template, "", command, option=option)
    hint = N_("did you mean {near}?")
    return fault("usage", template, hint=hint, option=option, near=", ".join(near))


def _missing_fault(param: Any, command: str) -> Message:
    if param.param_type_name == "option":
        return _usage(N_("the option is missing"), place_of(param), command)
    return _usage(N_("the argument is missing"), place_of(param), command)


def _value_fault(error: Any, param: Any, command: str) -> Message:
    """A value that an option does not take."""
    found = _first_detail(error)
    value = found.get("input", "")
    template = _VALUES.get(found.get("type", ""), N_("found {value}, which is not allowed here"))
    limits: dict[str, Any] = found.get("ctx", {})
    return _usage(template, place_of(param), command, value=value, **limits)


def _first_detail(error: Any) -> dict[str, Any]:
    """What pydantic found, as it reports it; empty where something else refused the value."""
    details = getattr(error.__cause__, "errors", None)
    return dict(details()[0]) if details else {}
