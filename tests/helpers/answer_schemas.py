"""Every answer that a test makes the program print as JSON is held against its schema."""

import json
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, RootModel

from ginscore.cli.console import Console
from ginscore.cli.schemas import ANSWERS, models_of, schema_of
from ginscore.rules.variants import Variant


@cache
def validator(name: str, *, is_open: bool = False) -> Draft202012Validator:
    """A validator that knows no key but those of the schema, unless it `is_open`."""
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    if not is_open:
        for shape in (schema, *schema.get("$defs", {}).values()):
            if "properties" in shape:
                shape.setdefault("additionalProperties", False)
    return Draft202012Validator(schema)


@cache
def name_of(model: type[BaseModel]) -> str:
    """The schema of the answers that a model makes."""
    names = [name for name in ANSWERS if model in models_of(name)]
    assert len(names) == 1 or model is Variant, f"{model.__name__} has no schema"
    return names[0] if names else "variant"


def check_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold every answer and every error of this process against its schema."""
    show, write_error = Console.show_json, Console.write_error

    def checked(console: Console, value: BaseModel) -> None:
        if not isinstance(value, RootModel):
            validator(name_of(type(value))).validate(json.loads(value.model_dump_json()))
        show(console, value)

    def checked_error(console: Console, text: str) -> None:
        if text.startswith('{"errors"'):
            validator("errors").validate(json.loads(text))
        write_error(console, text)

    monkeypatch.setattr(Console, "show_json", checked)
    monkeypatch.setattr(Console, "write_error", checked_error)


def described(schema: Any) -> list[str]:
    """The keys of a schema that have no description."""
    shapes = [(schema.get("title"), schema), *schema.get("$defs", {}).items()]
    return [
        f"{title}.{key}"
        for title, shape in shapes
        for key, value in shape.get("properties", {}).items()
        if not value.get("description")
    ]
