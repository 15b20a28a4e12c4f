"""Plans beside each other: after changes, and at every combination of values."""

from __future__ import annotations

import itertools
import json
import math
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from planner import _core, charts
from planner.answered import Scenario, change_texts, text_and_name
from planner.given import fault, json_text, worlds
from planner.record import Record

Values = Union[str, Iterable[Any]]


class Comparison(Record):
    """The answer of :func:`whatif`: the fields of ``planner whatif FILE --json``, and the answer in words."""

    __slots__ = ("_words",)

    def __init__(self, fields: Mapping[str, Any], words: Mapping[str, str]) -> None:
        super().__init__(fields)
        self._words = words

    def __str__(self) -> str:
        return self._words["table"]

    def _repr_markdown_(self) -> str:
        return self._words["markdown"]

    def _repr_html_(self) -> str:
        return self._words["html"]

    def to_frame(self, table: str = "") -> Any:
        """A pandas data frame with a row for each plan, ``before`` first; or a list of the record by its name."""
        if table:
            return super().to_frame(table)
        import pandas

        plans = {"before": self.before, **{each.name: each.plan for each in self.alternatives}}
        return pandas.DataFrame([plan.to_dict() for plan in plans.values()], index=list(plans))

    def plot(self, figure: str = "usd_per_h", ax: Any = None) -> Any:
        """Draw a figure of every plan beside the others, with matplotlib; returns the axes."""
        axes = ax if ax is not None else charts.new_axes()
        charts.side_by_side(self, figure, axes)
        return axes

    def __reduce__(self) -> tuple[Any, ...]:
        return Comparison, (self._fields, self._words)


class Rows(Sequence[Record]):
    """The rows of a :func:`sweep`, in the order of its points."""

    def __init__(self, rows: Iterable[Mapping[str, Any]], paths: Sequence[str] = ()) -> None:
        self._rows = [Record(row) for row in rows]
        self.paths = tuple(paths)  #: what was varied

    def __getitem__(self, index: Any) -> Any:
        return Rows(self._rows[index], self.paths) if isinstance(index, slice) else self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"Rows({len(self)} points)"

    def to_frame(self) -> Any:
        """A pandas data frame with a row for each point."""
        import pandas

        return pandas.DataFrame([row.to_dict() for row in self._rows])

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(index=False, na_rep="", max_rows=20))

    def plot(self, figure: str = "usd_per_h", x: str = "", ax: Any = None) -> Any:
        """Draw a figure of the plans against a varied value, a line for each combination of the others.

        Parameters
        ----------
        figure
            What to draw: ``usd_per_h``, ``hosts``, ...
        x
            The varied path along the axis; without it the first.
        ax
            Axes of matplotlib to draw on; without them new ones.

        Returns
        -------
        matplotlib.axes.Axes
        """
        axes = ax if ax is not None else charts.new_axes()
        charts.sweep_lines(self, x or self.paths[0], figure, axes)
        return axes


def whatif(scenario: Scenario, changes: Mapping[str, Any] | None = None, *,
           variants: Mapping[str, Mapping[str, Any]] | None = None, against: Scenario | None = None,
           overlay: str | os.PathLike[str] = "") -> Comparison:
    """The plan of a scenario beside what it would be after changes.

    Parameters
    ----------
    scenario
        A scenario as a dictionary, or the path of a scenario file.
    changes
        One alternative, called ``changed``: ``{"sessions.policy.zones": 2}``.
    variants
        More alternatives by name: ``{"two zones": {"sessions.policy.zones": 2}}``. ``before`` and, beside ``changes``,
        ``changed`` are taken.
    against
        The fleet that exists, as an answer of :func:`sessions` or :func:`models`, a dictionary with a list ``fleet`` or the
        path of such a JSON: ``fleet_before`` and each alternative's ``fleet`` say what to buy, free and convert.
    overlay
        Folder with catalog files that go over the built-in ones.

    Returns
    -------
    Comparison
        ``before``, and ``alternatives`` with ``plan``, ``extra`` (its figures less those before) and ``changed``.

    Raises
    ------
    InputError
        With every fault of the scenario and of the changes.

    Examples
    --------
    >>> compared = whatif("examples/untrusted-50k.json", {"sessions.policy.zones": 2})
    >>> compared.alternatives[0].extra.hosts
    57
    """
    text, name = text_and_name(scenario)
    alternatives = [("changed", change_texts(changes))] if changes else []
    for label, change in (variants or {}).items():
        _check_name(label, {"before", *(taken for taken, _ in alternatives)})
        alternatives.append((label, change_texts(change)))
    if not alternatives:
        raise TypeError("whatif() takes changes or variants")
    existing = text_and_name(against, "against") if against is not None else None
    told = {form: _core.whatif(text, name, os.fspath(overlay), alternatives, form, existing)
            for form in ("json", "table", "markdown", "html")}
    return Comparison(json.loads(told["json"]), told)


def sweep(scenario: Scenario, vary: Mapping[str, Values], *, changes: Mapping[str, Any] | None = None,
          closed_form: bool = False, samples: int | None = None, seed: int = 1, overlay: str | os.PathLike[str] = "",
          threads: int = 0, client: Any = None, block: int | None = None) -> Rows:
    """The plan of a scenario at every combination of values: the rows of ``planner sweep FILE --json``.

    Parameters
    ----------
    scenario
        A scenario as a dictionary, or the path of a scenario file.
    vary
        Path and values: ``{"sessions.classes.0.concurrent": "10k:100k:10k", "sessions.policy.zones": [2, 3]}``. A text
        is a range ``first:last:step`` or a list ``a,b,c``. The last path turns fastest.
    changes
        Made first, at every point.
    closed_form
        Decide once, with the numbers that the scenario has, and price the others without a search; dearer than the
        plan where they would move the choice.
    samples, seed
        Put each point into 16 to 1,000,000 worlds: ``usd_per_h_p10``, ``hosts_p90``, ... beside the figures.
    overlay
        Folder with catalog files that go over the built-in ones.
    threads
        Threads to use here; 0: all cores.
    client, block
        A ``distributed.Client`` whose workers, which need this package, answer so many points at a time: 64, or 4096
        by closed form, where each block decides anew.

    Returns
    -------
    Rows
        A record for each point: the varied values, ``status`` (``refused`` where the values break a rule), the figures.

    Examples
    --------
    >>> rows = sweep("examples/two-trust-levels.json", {"sessions.policy.zones": "1:3:1"}, samples=64)
    >>> all(row.hosts_p10 <= row.hosts_p50 <= row.hosts_p90 for row in rows)
    True
    """
    if not vary:
        raise TypeError("sweep() takes at least one path and its values")
    text, name = text_and_name(scenario)
    axes = [(path, _values(path, values)) for path, values in vary.items()]
    asked = (text, name, os.fspath(overlay), change_texts(changes), axes, closed_form, *worlds(samples, seed))
    question = _core.SweepQuestion(*asked)
    points = math.prod(len(values) for _, values in axes)
    if client is None:
        return Rows(_rows_in_steps(question, points, closed_form, threads), list(vary))
    size = block or (4096 if closed_form else 64)
    parts = client.map(lambda begin: _rows(_core.SweepQuestion(*asked), begin, begin + size, 1), range(0, points, size))
    return Rows(itertools.chain.from_iterable(client.gather(parts)), list(vary))


def _check_name(label: str, taken: set[str]) -> None:
    """Every plan of a comparison is found by its name."""
    where = f"variants[{label!r}]"
    if not label.strip():
        raise fault(where, "input.name", "no name", "must have a name.")
    if label in taken:
        rule = f"must not be the name of another plan: {', '.join(sorted(taken))}."
        raise fault(where, "input.duplicate_name", repr(label), rule, "Choose another name.")


def _values(path: str, values: Values) -> list[str]:
    if isinstance(values, str):
        return _core.axis_values(path, values)
    return [json_text(value, f"vary[{path!r}][{index}]") for index, value in enumerate(values)]


def _rows_in_steps(question: _core.SweepQuestion, points: int, at_once: bool, threads: int) -> list[dict[str, Any]]:
    """The rows, asked for in steps of about half a second: between them Python heeds Ctrl-C. A closed form
    decides once for all of its points, and is asked ``at_once``."""
    rows: list[dict[str, Any]] = []
    step = points if at_once else threads or os.cpu_count() or 1
    while len(rows) < points:
        begun = time.monotonic()
        rows += _rows(question, len(rows), min(len(rows) + step, points), threads)
        if time.monotonic() - begun < 0.25:
            step *= 2
    return rows


def _rows(question: _core.SweepQuestion, begin: int, end: int, threads: int) -> list[dict[str, Any]]:
    return [json.loads(line) for line in question.rows(begin, end, threads).splitlines()]
