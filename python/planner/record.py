"""Answers as mappings whose fields are attributes too."""

from __future__ import annotations

import difflib
import html
import reprlib
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar


class Record(Mapping[str, Any]):
    """A JSON object: ``record["usd_per_h"]`` and ``record.usd_per_h`` are the same.

    Where a field's name is a word of Python, the attribute ends in an underscore: ``tier.class_``. Inner objects are
    records too, lists are lists of them, ``null`` (nobody has published the number) is ``None``.
    """

    __slots__ = ("_fields",)
    main_table: ClassVar[str] = ""

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

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._fields,)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={reprlib.repr(self[name])}' for name in self)})"

    def to_dict(self) -> dict[str, Any]:
        """Plain dictionaries and lists, for ``json.dumps`` or ``pandas.DataFrame``."""
        return {name: _plain(value) for name, value in self._fields.items()}


    def to_frame(self, table: str = "") -> Any:
        """A list of the record as a pandas data frame with a row for each element.

        Parameters
        ----------
        table
            The name of the list; without it the main one: ``tiers`` of sessions, ``services`` of models.

        Returns
        -------
        pandas.DataFrame
            Columns have the names of the fields, inner ones with dots: ``overhead.total_mib``.

        Raises
        ------
        ValueError
            Where there is no such list, with the lists that there are.
        """
        import pandas

        lists = [name for name, value in self._fields.items() if _is_table(value)]
        wanted = table or self.main_table or (lists[0] if lists else "")
        if wanted not in lists and self._fields.get(wanted) != []:
            raise ValueError(f"no list {wanted!r}; known: {', '.join(lists) or 'none'}")
        return pandas.json_normalize([_plain(row) for row in self._fields[wanted]])

    def _repr_html_(self) -> str:
        plain = {name: value for name, value in self._fields.items() if not isinstance(value, (Mapping, list))}
        tables = {name: value for name, value in self._fields.items() if _is_table(value)}
        texts = [_html_table([plain])] if plain else []
        texts += [f"<h4>{html.escape(name)}</h4>{_html_table(rows)}" for name, rows in tables.items()]
        return "".join(texts)


def _is_table(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _html_table(rows: list[Mapping[str, Any]], most: int = 50) -> str:
    """Rows of scalars and short lists as a table; of many the first ``most``."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th style='text-align:left'>{html.escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(_html_cell(row.get(name)) for name in names)}</tr>" for row in rows[:most])
    more = f"<p>and {len(rows) - most} more</p>" if len(rows) > most else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _html_cell(value: Any) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    text = "" if value is None else f"{value:,.6g}" if is_number else reprlib.repr(value) if isinstance(value, (list, Mapping)) else str(value)
    return f"<td style='text-align:{'right' if is_number else 'left'}'>{html.escape(text)}</td>"


def _wrapped(value: Any) -> Any:
    if isinstance(value, Mapping) and not isinstance(value, Record):
        return Record(value)
    return [_wrapped(item) for item in value] if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value
