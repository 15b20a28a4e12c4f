"""What the catalog knows."""

from __future__ import annotations

import json
import os
from typing import Any, overload

from planner import _core
from planner.record import Record


@overload
def catalog(id: None = None, *, overlay: str | os.PathLike[str] = ...) -> dict[str, list[str]]: ...
@overload
def catalog(id: str, *, overlay: str | os.PathLike[str] = ...) -> Record: ...
def catalog(id: str | None = None, *, overlay: str | os.PathLike[str] = "") -> Any:
    """An entry of the catalog with its numbers, units, sources and conditions; without an id, the ids there are.

    Parameters
    ----------
    id
        Of a boundary, GPU, MIG table, host, reserve, model, engine or source, or one of ``limits``, ``gpu_sharing``,
        ``reliability``.
    overlay
        Folder with catalog files that go over the built-in ones.

    Returns
    -------
    Record or dict
        The entry; without an id, the ids of each section.

    Raises
    ------
    InputError
        Where there is no such entry, with the nearest ids.

    Examples
    --------
    >>> catalog("firecracker").name
    'Firecracker microVM (bare, without Kata)'
    >>> "h100-sxm" in catalog()["gpus"]
    True
    """
    folder = os.fspath(overlay)
    if id is None:
        return _core.catalog_ids(folder)
    return Record(json.loads(_core.catalog_entry(id, folder)))
