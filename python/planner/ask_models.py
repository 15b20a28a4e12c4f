"""Many models under the traffic of many teams: replicas, GPUs, hosts, cost."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from planner import _core, charts
from planner.answered import AnsweredPlan, Scenario, change_texts, text_and_name
from planner.record import Record


class ModelPlan(AnsweredPlan):
    """The answer of :func:`models`: the fields of ``planner models FILE --json``, and the answer in words.

    :meth:`plot` draws ``cost``, what each model costs, or ``residency``, its rate of requests against its load time with
    the line from which it is better held than loaded for each request.
    """

    __slots__ = ()
    charts = {"cost": charts.model_cost, "residency": charts.residency_map}
    main_table = "services"


def models(scenario: Scenario, *, overlay: str | os.PathLike[str] = "",
           changes: Mapping[str, Any] | None = None) -> ModelPlan:
    """How many replicas, GPUs and hosts models need for the traffic of their teams, and what it costs.

    Parameters
    ----------
    scenario
        A scenario with a ``models`` section as a dictionary, or the path of a scenario file.
    overlay
        Folder with catalog files that go over the built-in ones.
    changes
        Made before the scenario is read: ``{"models.policy.spare_hosts": 2}``.

    Returns
    -------
    ModelPlan
        Money in USD per hour, times in seconds, memory in GiB. ``status`` is ``infeasible``, with ``reasons``, where a
        model fits nowhere. ``None``: nobody has published the number.

    Raises
    ------
    InputError
        With every fault of the scenario at once.
    OSError
        Where a file cannot be read.

    Examples
    --------
    >>> demand = {"team": "search", "requests_per_s": 5, "input_tokens": 1000, "output_tokens": 200}
    >>> plan = models({"planner": 1, "models": {"services": [{"model": "Qwen/Qwen3-8B", "demand": [demand]}],
    ...                                         "gpu_hosts": ["aws/p5.48xlarge"]}})
    >>> plan.services[0].replicas
    1
    """
    text, name = text_and_name(scenario)
    question = _core.ModelQuestion(text, name, os.fspath(overlay), change_texts(changes))
    return ModelPlan(json.loads(question.answer("json")), question)


class PriceList(Record):
    """The answer of :func:`prices`: the fields of ``planner prices FILE --json``, and the list in words."""

    __slots__ = ("_question",)
    formats = ("table", "markdown", "csv", "json")
    main_table = "prices"

    def __init__(self, fields: Mapping[str, Any], question: _core.ModelQuestion) -> None:
        super().__init__(fields)
        self._question = question

    def render(self, format: str = "table") -> str:
        """The list as text, in one of ``formats``: ``markdown`` is a page to hand to the teams."""
        if format not in self.formats:
            raise ValueError(f"no format {format!r}; known: {', '.join(self.formats)}")
        return self._question.prices(format)

    def __str__(self) -> str:
        return self.render("table")

    def _repr_markdown_(self) -> str:
        return self.render("markdown")

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self._fields,)


def prices(scenario: Scenario, *, overlay: str | os.PathLike[str] = "",
           changes: Mapping[str, Any] | None = None) -> PriceList:
    """What every team pays for its models, what replicas of its own would cost, and quotas.

    Parameters
    ----------
    scenario
        A scenario with a ``models`` section as a dictionary, or the path of a scenario file.
    overlay
        Folder with catalog files that go over the built-in ones.
    changes
        Made before the scenario is read: ``{"models.policy.dedicated_premium": 0.2}``.

    Returns
    -------
    PriceList
        ``prices`` has a row for each team of each model; money in USD per hour and per million tokens. ``status`` is
        ``infeasible`` where there is no plan.

    Raises
    ------
    InputError
        With every fault of the scenario at once.
    OSError
        Where a file cannot be read.

    Examples
    --------
    >>> demand = {"team": "search", "requests_per_s": 5, "input_tokens": 1000, "output_tokens": 200}
    >>> listed = prices({"planner": 1, "models": {"services": [{"model": "Qwen/Qwen3-8B", "demand": [demand]}],
    ...                                           "gpu_hosts": ["aws/p5.4xlarge"]}})
    >>> listed.prices[0].usd_per_h == listed.usd_per_h
    True
    """
    text, name = text_and_name(scenario)
    question = _core.ModelQuestion(text, name, os.fspath(overlay), change_texts(changes))
    return PriceList(json.loads(question.prices("json")), question)
