"""What every question has in common: how a scenario is given, and a plan that can say itself in words."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Callable, ClassVar, Protocol, TypeVar, Union

from planner.charts import new_axes
from planner.given import json_text
from planner.record import Record

Scenario = Union[Mapping[str, Any], str, "os.PathLike[str]"]


AnsweredT = TypeVar("AnsweredT", bound="Answered")


class Writer(Protocol):
    """What the compiled half answers in words."""

    def answer(self, format: str) -> str: ...


class Question(Writer, Protocol):
    """The same, with the derivation of its numbers."""

    def explain(self, path: str) -> str: ...


Chart = Callable[[Any, Any], None]  #: draws a plan on matplotlib axes


class Answered(Record):
    """The fields of an answer, and the answer in words."""

    __slots__ = ("_question",)
    formats: ClassVar[tuple[str, ...]] = ("table", "markdown", "csv", "json")

    def __init__(self, fields: Mapping[str, Any], question: Writer) -> None:
        super().__init__(fields)
        self._question = question

    def render(self, format: str = "table") -> str:
        """The answer as text, in one of ``formats``: ``html`` is a piece for a notebook, ``page`` a whole file of its own."""
        if format not in self.formats:
            raise ValueError(f"no format {format!r}; known: {', '.join(self.formats)}")
        return self._question.answer(format)

    def __str__(self) -> str:
        return self.render("table")

    def _repr_markdown_(self) -> str:
        return self.render("markdown")

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self._fields,)  # the copy is the numbers; ask again for the words


class AnsweredPlan(Answered):
    """A plan, with the derivation of its numbers and its charts."""

    __slots__ = ()
    _question: Question
    formats: ClassVar[tuple[str, ...]] = ("table", "markdown", "html", "page", "csv", "json")
    charts: ClassVar[Mapping[str, Chart]] = {}

    def explain(self, path: str = "") -> str:
        """The derivation of a number: ``explain("hosts")``. Without a path, all numbers there are."""
        return self._question.explain(path)

    def plot(self, kind: str = "", ax: Any = None) -> Any:
        """Draw the plan with matplotlib.

        Parameters
        ----------
        kind
            One of ``charts``; without it the first of them.
        ax
            Axes to draw on; without them new ones.

        Returns
        -------
        matplotlib.axes.Axes
            What was drawn on; ``.figure.savefig("plan.png")`` keeps it.

        Raises
        ------
        ValueError
            Where there is no chart of that kind, or the plan has nothing to draw.
        """
        chosen = kind or next(iter(self.charts))
        if chosen not in self.charts:
            raise ValueError(f"no chart {kind!r}; known: {', '.join(self.charts)}")
        axes = ax if ax is not None else new_axes()
        self.charts[chosen](self, axes)
        return axes

    def _repr_html_(self) -> str:
        return self.render("html")


def change_texts(changes: Mapping[str, Any] | None) -> list[str]:
    """Changes as the command line writes them: ``path=value``."""
    return [path + "=" + json_text(value, f"changes[{path!r}]") for path, value in (changes or {}).items()]


class Texts:
    """An answer that was written in every format at once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def answer(self, format: str) -> str:
        return self._texts[format]


def written(answer: type[AnsweredT], texts: Mapping[str, str]) -> AnsweredT:
    """The answer whose texts these are; one of them is its JSON."""
    return answer(json.loads(texts["json"]), Texts(texts))


def text_and_name(scenario: Scenario, called: str = "scenario") -> tuple[str, str]:
    """The JSON of a scenario, and what messages call it where it has no path."""
    if isinstance(scenario, Mapping):
        return json_text(scenario, called), called
    return Path(scenario).read_text(encoding="utf-8"), os.fspath(scenario)
