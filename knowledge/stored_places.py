"""Which columns hold countries or states, under which name or code."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.geography import Sense, country_codes, folded_place, state_codes
from knowledge.values import ValueHit

_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])")
_MOSTLY = 0.7
_CODE = 3
_COUNTRY_WORDS = frozenset(("country", "countries", "nation", "iso", "iso2", "iso3"))
_STATE_WORDS = frozenset(("state", "states", "province"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceColumn:
    """A column of places: `kind` is country or state, `stored` its value of each code."""

    table: str
    column: str
    kind: str
    stored: dict[str, str]
    coded: bool


def place_columns(catalog: Catalog, allowed: Collection[str]) -> tuple[PlaceColumn, ...]:
    """The columns that people mean by a place, where a name is to be had before a code."""
    found = [
        place
        for table in catalog.tables
        if table.key in allowed
        for column in table.columns
        if column.kind is Kind.TEXT and column.values and not _refers(table, column)
        if (place := _place_column(table, column)) is not None
    ]
    named = {(each.table, each.kind) for each in found if not each.coded}
    return tuple(e for e in found if not e.coded or (e.table, e.kind) not in named)


def _words(name: str) -> list[str]:
    return [part.lower() for part in _PART.findall(name)]


def _refers(table: Table, column: Column) -> bool:
    return any(column.name in key.columns for key in table.foreign_keys)


def _place_column(table: Table, column: Column) -> PlaceColumn | None:
    coded = all(len(value) <= _CODE and value.isupper() for value in column.values)
    words = set(_words(column.name)) | set(_words(table.name))
    for kind, codes, said in (
        ("country", country_codes(), _COUNTRY_WORDS),
        ("state", state_codes(), _STATE_WORDS),
    ):
        if coded and not words & said:
            continue
        stored = {
            codes[folded_place(value)]: value
            for value in column.values
            if folded_place(value) in codes
        }
        if stored and len(stored) >= _MOSTLY * len(column.values):
            return PlaceColumn(
                table=table.key, column=column.name, kind=kind, stored=stored, coded=coded
            )
    return None


def hits_of(sense: Sense, columns: Collection[PlaceColumn]) -> tuple[tuple[ValueHit, ...], ...]:
    """The stored values of a place, those of one code together."""
    kind = "state" if sense.kind == "state" else "country"
    of_kind = [each for each in columns if each.kind == kind]
    found = (tuple(_hits(code, of_kind)) for code in sense.codes)
    return tuple(hits for hits in found if hits)


def _hits(code: str, columns: Collection[PlaceColumn]) -> Iterator[ValueHit]:
    for place in columns:
        if code in place.stored:
            yield ValueHit(
                table=place.table, column=place.column, value=place.stored[code], score=1.0
            )
