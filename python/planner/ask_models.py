"""Many models under the traffic of many teams: replicas, GPUs, hosts, cost."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from planner import _core, charts
from planner.answered import AnsweredPlan, Scenario, change_texts, text_and_name


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
