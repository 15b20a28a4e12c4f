"""Answers as mappings whose fields are attributes too."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterator, Mapping
from typing import Any


class Record(Mapping[str, Any]):
    """A JSON object: ``record["usd_per_h"]`` and ``record.usd_per_h`` are the same.

    Where a field's name is a word of Python, the attribute ends in an underscore: ``tier.class_``. Inner objects are
    records too, lists are lists of them, ``null`` (nobody has published the number) is ``None``.
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = dict(fields)

    def __getitem__(self, name: str) -> Any:
        return _wrapped(self._fields[name])

    def __getattr__(self, name: str) -> Any:
        field = name.removesuffix("_")
        if name.startswith("_") or field not in self._fields:
            near = difflib.get_close_matches(name, self._fields)
            raise AttributeError(f"no field {name!r}; " + (f"nearest: {', '.join(near)}" if near else f"fields: {', '.join(self)}"))
        return self[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __reduce__(self) -> tuple[type, tuple[dict[str, Any]]]:
        return type(self), (self._fields,)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={reprlib.repr(self[name])}' for name in self)})"

    def to_dict(self) -> dict[str, Any]:
        """Plain dictionaries and lists, for ``json.dumps`` or ``pandas.DataFrame``."""
        return {name: _plain(value) for name, value in self._fields.items()}


def _wrapped(value: Any) -> Any:
    if isinstance(value, Mapping) and not isinstance(value, Record):
        return Record(value)
    return [_wrapped(item) for item in value] if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
