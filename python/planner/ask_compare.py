"""Plans beside each other: after changes, and at every combination of values."""

from __future__ import annotations

import itertools
import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union

from planner import _core, charts
from planner.answered import Scenario, change_texts, text_and_name
from planner.record import Record

Values = Union[str, Iterable[Any]]
Axes = list[tuple[str, list[str]]]


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
           variants: Mapping[str, Mapping[str, Any]] | None = None, overlay: str | os.PathLike[str] = "") -> Comparison:
    """The plan of a scenario beside what it would be after changes.

    Parameters
    ----------
    scenario
        A scenario as a dictionary, or the path of a scenario file.
    changes
        One alternative, called ``changed``: ``{"sessions.policy.zones": 2}``.
    variants
        More alternatives by name: ``{"two zones": {"sessions.policy.zones": 2}}``.
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
    alternatives += [(label, change_texts(change)) for label, change in (variants or {}).items()]
    if not alternatives:
        raise TypeError("whatif() takes changes or variants")
    told = {form: _core.whatif(text, name, os.fspath(overlay), alternatives, form)
            for form in ("json", "table", "markdown", "html")}
    return Comparison(json.loads(told["json"]), told)


def sweep(scenario: Scenario, vary: Mapping[str, Values], *, overlay: str | os.PathLike[str] = "", threads: int = 0,
          client: Any = None, block: int = 64) -> Rows:
    """The plan of a scenario at every combination of values.

    Parameters
    ----------
    scenario
        A scenario as a dictionary, or the path of a scenario file.
    vary
        Path and values: ``{"sessions.classes.0.concurrent": "10k:100k:10k", "sessions.policy.zones": [2, 3]}``. A text
        is a range ``first:last:step`` or a list ``a,b,c``. The last path turns fastest.
    overlay
        Folder with catalog files that go over the built-in ones.
    threads
        Threads to use here; 0: all cores.
    client
        A ``distributed.Client``: the points are answered by its workers, which need this package.
    block
        Points that a worker answers at a time.

    Returns
    -------
    Rows
        A record for each point: the varied values, ``status`` (``refused`` where the values break a rule), the figures.

    Examples
    --------
    >>> rows = sweep("examples/two-trust-levels.json", {"sessions.policy.zones": "1:3:1"})
    >>> [row.status for row in rows]
    ['ok', 'ok', 'ok']
    >>> rows[0].hosts <= rows[2].hosts
    True
    """
    if not vary:
        raise TypeError("sweep() takes at least one path and its values")
    text, name = text_and_name(scenario)
    axes = [(path, _values(path, values)) for path, values in vary.items()]
    points = math.prod(len(values) for _, values in axes)
    if client is None:
        return Rows(_answered(text, name, os.fspath(overlay), axes, 0, points, threads), list(vary))
    begins = range(0, points, block)
    futures = client.map(lambda begin: _answered(text, name, os.fspath(overlay), axes, begin, begin + block, 1), begins)
    return Rows(itertools.chain.from_iterable(client.gather(futures)), list(vary))


def _values(path: str, values: Values) -> list[str]:
    return _core.axis_values(path, values) if isinstance(values, str) else [json.dumps(value) for value in values]


def _answered(text: str, name: str, overlay: str, axes: Axes, begin: int, end: int, threads: int) -> list[dict[str, Any]]:
    lines = _core.sweep_rows(text, name, overlay, axes, begin, end, threads)
    return [json.loads(line) for line in lines.splitlines()]
