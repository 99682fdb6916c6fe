"""What a column holds, from its declared type and from its values."""

import datetime as dt
import re
from collections.abc import Sequence

from knowledge.catalog import Kind

# The first pattern that is found in the lower-case type name decides: `interval` before `int`.
_BY_TYPE: tuple[tuple[str, Kind], ...] = (
    (
        r"\[\]|^(array|struct|map|list|union|json|variant|row)\b|interval|range\b|geo|point|blob|"
        r"binary|bytea|\bbit\b|vector|xml|^_",
        Kind.OTHER,
    ),
    (r"bool|^tinyint\(1\)", Kind.BOOLEAN),
    (r"timestamp|datetime", Kind.TIMESTAMP),
    (r"\bdate\b", Kind.DATE),
    (r"^time", Kind.TIME),
    (r"char|text|clob|string|uuid|citext|name\b|inet|cidr|macaddr", Kind.TEXT),
    (r"int|serial|^year", Kind.INTEGER),
    (r"num|dec|real|floa|doub|money|fixed|currency", Kind.NUMBER),
)
_KINDS = tuple((re.compile(pattern), kind) for pattern, kind in _BY_TYPE)
_WHOLE = re.compile(r"(?:num\w*|dec\w*)\s*\(\s*\d+\s*(?:,\s*0\s*)?\)")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?")


def kind_of_type(type_name: str) -> Kind:
    """The kind that an engine's type name stands for."""
    name = type_name.strip().lower()
    if _WHOLE.fullmatch(name):
        return Kind.INTEGER
    if name.startswith(("enum", "set(")):
        return Kind.TEXT
    return next((kind for pattern, kind in _KINDS if pattern.search(name)), Kind.OTHER)


def kind_of_texts(values: Sequence[str]) -> Kind | None:
    """DATE or TIMESTAMP where every one of the texts is one in ISO form."""
    if not values:
        return None
    if all(_DAY.fullmatch(value) and _is_day(value) for value in values):
        return Kind.DATE
    if all(_MOMENT.fullmatch(value) and _is_day(value[:10]) for value in values):
        return Kind.TIMESTAMP
    return None


def kind_of_values(declared: Kind, values: Sequence[object]) -> Kind:
    """The kind of a column whose engine does not hold values to the declared type (SQLite)."""
    known = [value for value in values if value is not None]
    if not known or declared is Kind.BOOLEAN:
        return declared
    texts = [value for value in known if isinstance(value, str)]
    if len(texts) == len(known):
        return _kind_of_only_texts(declared, texts)
    if texts or any(isinstance(value, bytes) for value in known):
        return Kind.TEXT if texts else Kind.OTHER
    return _kind_of_numbers(declared, known)


def _kind_of_only_texts(declared: Kind, texts: Sequence[str]) -> Kind:
    found = kind_of_texts(texts)
    if found:
        return found
    return Kind.TIME if declared is Kind.TIME else Kind.TEXT


def _kind_of_numbers(declared: Kind, numbers: Sequence[object]) -> Kind:
    if declared is Kind.NUMBER:
        return Kind.NUMBER
    return Kind.INTEGER if all(isinstance(value, int) for value in numbers) else Kind.NUMBER


def _is_day(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
