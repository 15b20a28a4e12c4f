"""Many models under the traffic of many teams: replicas, GPUs, hosts, cost."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from planner import _core, charts
from planner.answered import Answered, AnsweredPlan, Scenario, change_texts, text_and_name
from planner.given import worlds


class ModelPlan(AnsweredPlan):
    """The answer of :func:`models`: the fields of ``planner models FILE --json``, and the answer in words.

    :meth:`plot` draws ``cost``, what each model costs, or ``residency``, its rate of requests against its load time with
    the line from which it is better held than loaded for each request; with ``samples=`` also ``tornado``, what moves the
    cost, and ``distribution``, how the cost is spread.
    """

    __slots__ = ()
    charts = {"cost": charts.model_cost, "residency": charts.residency_map,
              "tornado": charts.tornado, "distribution": charts.distribution}
    main_table = "services"


def _asked(scenario: Scenario, overlay: str | os.PathLike[str], changes: Mapping[str, Any] | None) -> _core.ModelQuestion:
    text, name = text_and_name(scenario)
    return _core.ModelQuestion(text, name, os.fspath(overlay), change_texts(changes))


def models(scenario: Scenario, *, overlay: str | os.PathLike[str] = "",
           changes: Mapping[str, Any] | None = None, samples: int | None = None, seed: int = 1,
           fleet_hosts: float | None = None, redecide: bool = False,
           against: Scenario | None = None) -> ModelPlan:
    """How many replicas, GPUs and hosts models need for the traffic of their teams, and what it costs.

    Parameters
    ----------
    scenario
        A scenario with a ``models`` section as a dictionary, or the path of a scenario file.
    overlay
        Folder with catalog files that go over the built-in ones.
    changes
        Made before the scenario is read: ``{"models.policy.spare_hosts": 2}``.
    samples, seed
        Draw so many worlds, 16 to 1,000,000, from the numbers that are not known exactly; the plan then has
        ``uncertainty``: percentiles, regret, tornado, what to measure first.
    fleet_hosts, redecide
        How often so many hosts suffice, without it those of the plan; whether every world is decided and solved afresh,
        some hundred times as long.
    against
        The plan that runs now, as an answer of this function, a dictionary of its fields or the path of its JSON: as much
        as possible stays where it is, and ``moves`` has the loads that remain.

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
    question = _core.ModelQuestion(text, name, os.fspath(overlay), change_texts(changes), *worlds(samples, seed), fleet_hosts, redecide)
    if against is not None:
        question.run_beside(*text_and_name(against, "against"))
    return ModelPlan(json.loads(question.answer("json")), question)


class _Prices:
    """The same question, answered with its prices."""

    def __init__(self, question: _core.ModelQuestion) -> None:
        self.answer = question.prices


class PriceList(Answered):
    """The answer of :func:`prices`: the fields of ``planner prices FILE --json``, and the list in words.

    ``render("markdown")`` is a page to hand to the teams.
    """

    __slots__ = ()
    main_table = "prices"


def prices(scenario: Scenario, *, overlay: str | os.PathLike[str] = "",
           changes: Mapping[str, Any] | None = None) -> PriceList:
    """What every team pays for its models, what replicas of its own would cost, and quotas.

    The parameters are those of :func:`models`.

    Returns
    -------
    PriceList
        ``prices`` has a row for each team of each model; money in USD per hour and per million tokens. ``status`` is
        ``infeasible`` where there is no plan.

    Examples
    --------
    >>> demand = {"team": "search", "requests_per_s": 5, "input_tokens": 1000, "output_tokens": 200}
    >>> listed = prices({"planner": 1, "models": {"services": [{"model": "Qwen/Qwen3-8B", "demand": [demand]}],
    ...                                           "gpu_hosts": ["aws/p5.4xlarge"]}})
    >>> listed.prices[0].usd_per_h == listed.usd_per_h
    True
    """
    question = _Prices(_asked(scenario, overlay, changes))
    return PriceList(json.loads(question.answer("json")), question)
