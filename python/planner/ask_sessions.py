"""Sessions of code that nobody vouches for: hosts, GPUs, boundaries, cost."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from planner import _core, charts
from planner.answered import AnsweredPlan, Scenario, change_texts, text_and_name
from planner.given import worlds


class SessionPlan(AnsweredPlan):
    """The answer of :func:`sessions`: the fields of ``planner sessions FILE --json``, and the answer in words.

    ``memo`` of :meth:`render` is a page for a design review. :meth:`plot` draws ``cost``, what each class costs and what
    the headroom adds, or ``density``, how many sessions a host holds behind each boundary; with ``samples=`` also
    ``tornado``, what moves the cost, and ``distribution``, how the cost is spread.
    """

    __slots__ = ()
    formats = ("table", "markdown", "html", "page", "csv", "memo", "json")
    charts = {"cost": charts.session_cost, "density": charts.density,
              "tornado": charts.tornado, "distribution": charts.distribution}
    main_table = "tiers"


def sessions(scenario: Scenario | None = None, *, overlay: str | os.PathLike[str] = "",
             changes: Mapping[str, Any] | None = None, samples: int | None = None, seed: int = 1,
             fleet_hosts: float | None = None, redecide: bool = False, **one_class: Any) -> SessionPlan:
    """How many hosts and GPUs sessions need behind each isolation boundary, and the cheapest design that policy allows.

    Parameters
    ----------
    scenario
        A scenario as a dictionary, or the path of a scenario file.
    overlay
        Folder with catalog files that go over the built-in ones.
    changes
        Made before the scenario is read: ``{"sessions.policy.zones": 2, "sessions.classes.snippet.memory": "1 GiB"}``.
    samples, seed
        Draw so many worlds from the numbers that are not known exactly; the plan then has ``uncertainty``.
    fleet_hosts, redecide
        How often so many hosts suffice; whether every world is decided and solved afresh.
    one_class
        In place of a scenario, one class of sessions: ``concurrent``, ``memory`` and ``vcpu``; ``hosts`` and ``policy``
        if wanted; any other field of a class (``trust``, ``lifetime``, ``disk``, ...).

    Returns
    -------
    SessionPlan
        Money in USD per hour, times in seconds, memory in GiB or MiB as the names say. ``status`` is ``infeasible``,
        with ``reasons``, where it does not fit. ``None``: nobody has published the number.

    Raises
    ------
    InputError
        With every fault of the scenario at once.
    OSError
        Where a file cannot be read.

    Examples
    --------
    >>> plan = sessions(concurrent=50_000, memory="512 MiB", vcpu=0.25, hosts=["aws/m7i.metal-48xl"])
    >>> plan.status
    'ok'

    >>> plan = sessions(concurrent={"low": 40_000, "typical": 50_000, "high": 80_000}, memory="512 MiB", vcpu=0.25,
    ...                 hosts=["aws/m7i.metal-48xl"], samples=64)
    >>> assert plan.uncertainty.designs[0].usd_per_h.p10 < plan.usd_per_h
    """
    if (scenario is None) == (not one_class):
        raise TypeError("sessions() takes a scenario, or the fields of one class of sessions")
    text, name = text_and_name(_one_class_scenario(**one_class) if scenario is None else scenario)
    changed = change_texts(changes)
    question = _core.SessionQuestion(text, name, os.fspath(overlay), changed, *worlds(samples, seed), fleet_hosts, redecide)
    return SessionPlan(json.loads(question.answer("json")), question)


def _one_class_scenario(hosts: list[str] | None = None, policy: Mapping[str, Any] | None = None,
                        **fields: Any) -> dict[str, Any]:
    one_class = {"name": "session", "trust": "anonymous", "lifetime": "10 min", **fields}
    section: dict[str, Any] = {"classes": [one_class]}
    if hosts is not None:
        section["hosts"] = hosts
    if policy is not None:
        section["policy"] = policy
    return {"planner": 1, "sessions": section}
