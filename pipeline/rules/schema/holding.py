"""What columns hold, as far as rules care: numbers, years, codes, yes or no."""

import re
from collections.abc import Sequence

from knowledge.catalog import Column, Kind, Table
from pipeline.intent import Condition
from pipeline.rules.schema.items import Item
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.names import display_columns
from pipeline.rules.schema.operators import ORDERED
from pipeline.rules.text.words import name_words

_CODES = frozenset(("id", "code", "zip", "phone", "fax"))
_TALLIES = frozenset(("count", "cnt"))
_PLACES = tuple((word,) for word in ("rank", "ranking", "standing", "placing"))
_RANGES = frozenset(("within", "between"))
_SWITCH = 2
_FIRST_YEAR = 200
_YEAR = re.compile(r"(1[5-9]|20)\d\d(\.0)?")
# A score of 3-1 and a number such as 555-1234 are none: the engine would take their beginning.
_NUMBER = re.compile(r"-?(\d+(\.\d*)?|\.\d+)", re.ASCII)
_YES = ("1", "t", "true", "y", "yes")
# Columns of two values that are called so hold yes and no.
_STATES = frozenset(
    ("active", "available", "valid", "public", "private", "urgent", "internal", "external",
     "mandatory", "optional", "refundable", "taxable", "organic", "vegan", "vegetarian", "remote",
     "online", "seasonal", "international", "domestic", "premium", "default", "permanent")
)  # fmt: skip
_UNDER = frozenset(("under", "on", "was", "can", "needs", "requires"))
# What may be 0 or 1 and be a number all the same, or one of two kinds.
_COUNTING = frozenset(
    ("count", "cnt", "number", "num", "no", "nr", "qty", "quantity", "level", "lvl", "id", "rank",
     "order", "position", "place", "score", "priority", "version", "rating", "points", "total",
     "amount", "amt", "age", "year", "month", "day", "hour", "hours", "days", "weeks", "minutes",
     "size", "gender", "sex", "type", "kind", "code", "value", "class", "group", "round", "index",
     "seq", "sequence", "status", "state", "result", "label", "grade", "home", "away", "term")
)  # fmt: skip
_SHORTEST, _NOUNS = 4, frozenset(("speed", "breed", "embed", "exceed"))
_NO = ("0", "f", "false", "n", "no")


def holds(item: Item, known: Known) -> str:
    """`number`, `year` or nothing: what the best column of an item holds, as far as rules care."""
    column = known.column(item.candidates[0].ref)
    words = name_words(column.name)
    if "year" in words and not _is_span(column):
        return "year"
    if column.kind.is_dated:
        return "date"
    if words and words[-1] in _CODES:
        return "code"
    if column.kind is Kind.TEXT and words[-1:] == ("number",) and not looks_numeric(column):
        return "code"
    return "number" if looks_numeric(column) else ""


def _is_span(column: Column) -> bool:
    """Whether a column called years says how many of them, not which one."""
    high = str(column.high or "")
    return column.kind.is_number and _is_number(high) and float(high) < _FIRST_YEAR


def holds_years(column: Column) -> bool:
    """Whether a column holds plain years, whatever it is called and however they are stored."""
    seen = [value for value in (column.low, column.high, *column.values[:20]) if value]
    return bool(seen) and all(_YEAR.fullmatch(str(value)) for value in seen)


def looks_numeric(column: Column) -> bool:
    """Whether a column holds numbers, also where its type says text."""
    if column.kind.is_number:
        return True
    sample = [value for value in column.values[:20] if value]
    return column.kind is Kind.TEXT and bool(sample) and all(_is_number(v) for v in sample)


def is_number_as_text(column: Column) -> bool:
    """Whether a text column holds numbers that text would order otherwise: 10 before 9.

    Years are in order either way, and codes such as 007 are no numbers.
    """
    if column.kind is not Kind.TEXT or not looks_numeric(column) or holds_years(column):
        return False
    coded = name_words(column.name)[-1:] and name_words(column.name)[-1] in _CODES
    return not coded and not any(re.match(r"0\d", value) for value in column.values)


def is_ordered_text(column: Column) -> bool:
    """Whether texts of one width hold the numbers, which come in order as texts too."""
    return column.complete and len({len(value) for value in column.values if value}) == 1


def orders_numbers(clause: Condition, column: Column) -> bool:
    """Whether a condition sets a text column above or below numbers."""
    numbers = not any(isinstance(value, str) for value in clause.values)
    ordered = clause.operator in ORDERED or clause.operator in _RANGES
    return numbers and ordered and is_number_as_text(column)


def is_rank(column: Column) -> bool:
    """Whether a column holds places in an order, of which 1 may be the highest."""
    return name_words(column.name)[-1:] in _PLACES


def counts_from_zero(column: Column) -> bool:
    """Whether a column says how many there are of something, where there may be none."""
    return column.kind is Kind.INTEGER and column.low is not None and not float(column.low)


def belongs_to_none_by_0(column: Column, keys: Sequence[Column]) -> bool:
    """Whether rows that belong to none have a 0 in that column, which is the key of no row."""
    above = all(key.low is not None and not counts_from_zero(key) for key in keys)
    return bool(keys) and above and counts_from_zero(column)


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def name_with(word: str, table: str, known: Known) -> str:
    """The column that names the rows, where all names are known and some hold this word."""
    names = display_columns(known.table(table))
    column = known.column(f"{table}.{names[0]}") if len(names) == 1 else None
    if column is None or not column.complete:
        return ""
    whole = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
    seen = known.shown_values(table, column)
    return column.name if any(whole.search(value) for value in seen) else ""


def tells_a_state(words: Sequence[str]) -> bool:
    """Whether a name ends in how something is: `organic_certified`, `CrewActive`."""
    last = words[-1] if words else ""
    done = last.endswith("ed") and len(last) > _SHORTEST and last not in _NOUNS
    return done or last in _STATES or bool(_UNDER & set(words[:-1]))


def switch_values(column: Column) -> tuple[str | int, str | int] | None:
    """The values that mean yes and no in a column that holds nothing else."""
    words = name_words(column.name)
    named = words[:1] in (("is",), ("has",)) or words[-1:] in (("yn",), ("flag",), ("flg",))
    zero_or_one = column.kind is Kind.INTEGER and (column.low, column.high) == ("0", "1")
    named = named or tells_a_state(words) or (zero_or_one and not _COUNTING & set(words))
    if column.kind is Kind.BOOLEAN or (named and zero_or_one):
        return 1, 0
    values = [value for value in column.values if value != ""]
    yes = next((v for v in values if v.lower() in _YES), None)
    no = next((v for v in values if v.lower() in _NO), None)
    if not column.complete or len(values) > _SWITCH or (yes is None and no is None):
        return None
    if not named and (yes is None or no is None or yes == _YES[0]):
        return None
    sure_yes = yes if yes is not None else _YES[_NO.index(str(no).lower())]
    sure_no = no if no is not None else _NO[_YES.index(str(yes).lower())]
    if column.kind.is_number:
        return int(sure_yes), int(sure_no)
    return sure_yes, sure_no


def tally_of(table: Table) -> str:
    """The column of a table whose rows are tallies: each says how many there were.

    Also a number that is called as the table is: the `degrees` of `degrees (campus, year)`.
    """
    keys = {*table.primary_key, *(name for key in table.foreign_keys for name in key.columns)}
    called = _TALLIES | {table.name.lower()}
    found = [
        c.name
        for c in table.columns
        if c.kind.is_number and c.name.lower() in called and c.name not in keys
    ]
    return found[0] if len(found) == 1 else ""
