"""The JSON Schema of a line that `batch` reads: one hand as its players tell it."""

from pydantic import BaseModel, ConfigDict

Told = str | int


class HandLine(BaseModel):
    """One hand: the knocker's holding, and one for each defender (`defender` or `defenders`).

    Holdings are canonical English notation or points of deadwood. `lay_off` has a text a defender,
    `7C:1 3C:2`; `rules` are the switches that differ from the variant's. `id` is given back.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    id: str | int | None = None
    knocker: Told
    defender: Told | None = None
    defender2: Told | None = None
    defender3: Told | None = None
    defenders: tuple[Told, ...] | None = None
    upcard: str | None = None
    big_gin: bool = False
    names: tuple[str, ...] | None = None
    lay_off: tuple[str | None, ...] | None = None
    variant: str | None = None
    rules: dict[str, str | int | bool | tuple[int, ...] | dict[str, int] | None] | None = None
