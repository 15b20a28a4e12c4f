"""What every question has in common: how a scenario is given, and a plan that can say itself in words."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol, Union

from planner.record import Record

Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]


class Question(Protocol):
    """A question that the compiled half has been asked."""

    def answer(self, format: str) -> str: ...
    def explain(self, path: str) -> str: ...


class AnsweredPlan(Record):
    """The fields of a plan, and the answer in words."""

    __slots__ = ("_question",)
    formats: ClassVar[tuple[str, ...]] = ("table", "markdown", "csv", "json")

    def __init__(self, fields: Mapping[str, Any], question: Question) -> None:
        super().__init__(fields)
        self._question = question

    def render(self, format: str = "table") -> str:
        """The answer as text, in one of ``formats``."""
        if format not in self.formats:
            raise ValueError(f"no format {format!r}; known: {', '.join(self.formats)}")
        return self._question.answer(format)

    def explain(self, path: str = "") -> str:
        """The derivation of a number: ``explain("hosts")``. Without a path, all numbers there are."""
        return self._question.explain(path)

    def __str__(self) -> str:
        return self.render("table")

    def _repr_markdown_(self) -> str:
        return self.render("markdown")

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self._fields,)  # the copy is the numbers; ask again for the words


def change_texts(changes: Mapping[str, Any] | None) -> list[str]:
    """Changes as the command line writes them: ``path=value``."""
    return [f"{path}={json.dumps(value)}" for path, value in (changes or {}).items()]


def text_and_name(scenario: Scenario) -> tuple[str, str]:
    """The JSON of a scenario and what messages call it."""
    if isinstance(scenario, Mapping):
        return json.dumps(scenario), "scenario"
    return Path(scenario).read_text(encoding="utf-8"), os.fspath(scenario)
