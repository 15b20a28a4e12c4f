"""One replica of a model on GPUs: does it fit, how fast is it, how long does it take to start."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Union

from planner import _core
from planner.answered import Answered, Question, written
from planner.given import json_text

Option = Union[str, float, bool]
Config = Union[Mapping[str, Any], str, "os.PathLike[str]"]


class ReplicaPlan(Answered):
    """The answer of :func:`fit` or :func:`load`: the fields of the command's ``--json``, and the answer in words."""

    __slots__ = ()
    _question: Question

    def explain(self, path: str = "") -> str:
        """The derivation of a number: ``explain("max_concurrency")``. Without a path, all numbers there are."""
        return self._question.explain(path)


class FitPlan(ReplicaPlan):
    """The answer of :func:`fit`."""

    __slots__ = ()
    main_table: ClassVar[str] = "would_do"


class LoadPlan(ReplicaPlan):
    """The answer of :func:`load`."""

    __slots__ = ()
    main_table: ClassVar[str] = "starts"


def _config_text(config: Config | None) -> tuple[str, str]:
    if config is None:
        return "", ""
    if isinstance(config, Mapping):
        return json_text(config, "config"), "config"
    return Path(config).read_text(encoding="utf-8"), os.fspath(config)


def _options(model: str, gpu: str, more: Mapping[str, Option]) -> dict[str, Option]:
    named = {"model": model, "gpu": gpu}
    return {**{name: value for name, value in named.items() if value}, **more}


def fit(model: str = "", gpu: str = "", *, config: Config | None = None, overlay: str | os.PathLike[str] = "",
        **options: Option) -> FitPlan:
    """Whether a model fits on GPUs, with how much cache, context and concurrency, and how fast it serves.

    Parameters
    ----------
    model
        Id of a model of the catalog.
    gpu
        Id of a GPU of the catalog.
    config
        Instead of ``model``: the ``config.json`` of any other, as a dictionary or a path.
    overlay
        Folder with catalog files that go over the built-in ones.
    **options
        Those of ``planner fit``, with ``_`` for ``-``: ``tp=2``, ``weights="fp8"``, ``max_len=32768``,
        ``engine="vllm@0.19"``, ``gpu_memory="79.19GiB"``, ``input_tokens=1000``, ``output_tokens=250``, ``tpot_ms=30``.

    Returns
    -------
    FitPlan
        Memory in GiB. ``status`` is ``infeasible``, with ``reasons``, where it does not fit. ``None``: nobody has
        published the number.

    Raises
    ------
    InputError
        With every fault at once.
    OSError
        Where a file cannot be read.

    Examples
    --------
    >>> plan = fit("meta-llama/Llama-3.1-8B", "h100-sxm", max_len=8192)
    >>> plan.fits, plan.kv_bytes_per_token_per_gpu
    (True, 131072)
    >>> fit("meta-llama/Llama-3.1-70B", "h100-sxm", max_len=8192).smallest_tp
    2
    """
    question = _core.FitQuestion(_options(model, gpu, options), *_config_text(config), os.fspath(overlay))
    return FitPlan(json.loads(question.answer("json")), question)


def load(model: str = "", gpu: str = "", *, config: Config | None = None, overlay: str | os.PathLike[str] = "",
         **options: Option) -> LoadPlan:
    """How long a replica takes to start: cold, from caches, asleep or from a snapshot.

    Parameters
    ----------
    model, gpu, config, overlay
        As for :func:`fit`; the GPU may be left out where ``host`` names one.
    **options
        Those of ``planner load``, with ``_`` for ``-``, and ``place`` for ``--from``: ``host="aws/p5.48xlarge"``,
        ``start="image"``, ``place="object-store"``, ``object_store="5GB/s"``, ``concurrent=4``, ``tp=2``.

    Returns
    -------
    LoadPlan
        ``p50_s`` and ``p90_s`` are over sources and set-ups; ``starts`` has every way to start, ``places`` every place
        of the weights. ``status`` is ``unknown`` where a rate that decides is not known.

    Raises
    ------
    InputError
        With every fault at once.

    Examples
    --------
    >>> plan = load("meta-llama/Llama-3.1-8B", "h100-sxm", start="sleep-1")
    >>> plan.p50_s < 1 < load("meta-llama/Llama-3.1-8B", "h100-sxm").p50_s
    True
    """
    question = _core.LoadQuestion(_options(model, gpu, options), *_config_text(config), os.fspath(overlay))
    return LoadPlan(json.loads(question.answer("json")), question)


class EfficiencyCheck(Answered):
    """The answer of :func:`efficiency`: the fields of ``planner efficiency check FILE --json``, and the answer in words."""

    __slots__ = ()


def efficiency(points: str | os.PathLike[str], *, overlay: str | os.PathLike[str] = "") -> EfficiencyCheck:
    """Your own measured operating points beside their estimates.

    Parameters
    ----------
    points
        Path of a CSV file as ``planner efficiency check`` reads it.
    overlay
        Folder with catalog files that go over the built-in ones, as ``planner efficiency fit --save`` writes them.

    Returns
    -------
    EfficiencyCheck
        A summary of each figure and a row for each point.

    Raises
    ------
    InputError
        With every fault of the file at once.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> rows = '''id,model,gpu,engine,tp,input_tokens,output_tokens,concurrency,tpot_ms,output_tok_s
    ... day-1,Qwen/Qwen3-32B,a100-80-sxm,vllm@0.11,2,1000,250,16,38,
    ... day-1-full,Qwen/Qwen3-32B,a100-80-sxm,vllm@0.11,2,1000,250,,,1450'''
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "rows.csv").write_text(rows)
    ...     check = efficiency(Path(folder, "rows.csv"))
    >>> [(row.row, row.what) for row in check.rows]
    [('day-1', 'tpot_ms'), ('day-1-full', 'output_tok_s')]
    """
    text = Path(points).read_text(encoding="utf-8")
    return written(EfficiencyCheck, _core.efficiency(text, os.fspath(points), os.fspath(overlay)))
