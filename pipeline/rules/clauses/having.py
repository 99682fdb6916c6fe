"""What rows have: other rows, the highest of a number, so much of it."""

from collections.abc import Sequence
from dataclasses import replace

from knowledge.catalog import Column, ForeignKey, Kind, Table
from pipeline.rules.clauses.comparisons import is_measured
from pipeline.rules.schema.holding import looks_numeric
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Extreme, Relation, Test
from pipeline.rules.text.words import is_plural, lemma_of, lemmas_of, name_words, number_of
from pipeline.rules.vocabulary import KEYWORDS
from pipeline.rules.vocabulary.nouns import REFERENCES

_ENDS = ("max", "min")
_NUMBERED = (("number",), ("no",))
_KEYS = (Kind.INTEGER, Kind.NUMBER, Kind.TEXT)
_NUMBERS = (("v", "x"), ("v2", "x2"), ("v3", "x3"))
_UNITS = frozenset(
    ("second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks",
     "month", "months", "year", "years", "km", "kilometers", "miles", "meters", "feet", "kg",
     "dollars", "euros", "usd", "eur", "percent", "points", "star", "people", "times")
)  # fmt: skip


def had_numbers(stream: Stream) -> None:
    """Reduce `movies with 5 stars`, `with a 3 minute duration` to a condition on that number."""
    stream.rewrite(r"(?P<h>[hT])(?P<v>#)(?P<c>C)(?P<more>(?:[|&]+#C)*)(?![#c])", _so_much)
    stream.rewrite(r"(?P<h>h)(?P<v>#)(?P<more>(?:[|&]+#)+)(?P<c>C)(?![#c])", _so_much)


def numbered_rows(stream: Stream, known: Known) -> None:
    """Reduce `order 1042`, `department 70 or 90` to a condition on the key of such rows."""
    stream.rewrite(
        r"(?<![#t])(?P<t>T)(?P<v>#)(?P<more>(?:[|&]#)*)(?![KTCi#])",
        lambda run: _numbered(run, known),
    )


def rows_of_a_degree(stream: Stream, known: Known) -> None:
    """Reduce `grade 9 pupils`, `priority 1 or 2 tickets` to a condition on that column."""
    stream.rewrite(
        r"(?<![rTct#])(?P<c>C)(?P<v>#)(?P<more>(?:[|&]#)*)(?=(?P<t>T))",
        lambda run: _of_a_degree(run, known),
    )


def without_units(stream: Stream) -> None:
    """Take out what a number is counted in beside its column: `a 4 minute duration`."""
    stream.rewrite(
        r"(?P<v>#)(?P<x>[xG])(?=C)|(?<=C)(?P<v2>#)(?P<x2>[xG])|(?<=Ch)(?P<v3>#)(?P<x3>[xG])", _unit
    )


def had_extremes(stream: Stream) -> None:
    """Reduce `the employee with the maximum salary` to a superlative."""
    stream.rewrite(r"(?<=[TCf])r?h(?P<a>a)(?P<c>C)(?=[.]|$)", _extreme)
    stream.rewrite(r"(?<=[TCf])r?h(?P<c>C)(?=[.]|$)", _named_extreme)
    stream.rewrite(r"(?<=[TC])r(?P<a>a)(?P<c>C)(?=[.]|$)", _extreme)
    stream.rewrite(r"(?<=[TC])r?h(?P<t>t)(?P<n>#)(?P<c>C)(?=[.]|$)", _top_values)


def had_rows(stream: Stream) -> None:
    """Reduce `customers who have an account` to having any such row."""
    stream.rewrite(r"(?<=[Tmf])r?h(?P<t>T)(?=[.O]|&?n|$)", _any_row)
    stream.rewrite(r"(?<=T)rh(?P<c>C)(?=f*(?:[.]|$))|(?<=m)h(?P<c2>C)(?=f*(?:[.]|$))", _any_value)


def _so_much(run: Run) -> Item | None:
    columns = [run["c"], *run.all("more", "C")]
    values = tuple(item.payload for item in (run["v"], *run.all("more", "#")))
    one = {column.candidates[0].ref for column in columns}
    said = run["h"].letter == "h" or run["h"].text.lower().endswith("ed")
    if not is_measured(run["c"]) or len(one) > 1 or not said or "top" in run.text.lower():
        return None
    either = any(item.letter == "|" for item in run.all("more"))
    test = Test(
        operator="in" if len(values) > 1 else "=", column=run["c"], values=values,
        both=len(values) > 1 and not either, words=run.text, first=run.first,
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)


def _of_a_degree(run: Run, known: Known) -> Item | None:
    rows = {each.table for each in run["t"].candidates if not each.column}
    own = [each for each in run["c"].candidates if each.table in rows]
    values = tuple(item.payload for item in (run["v"], *run.all("more", "#")))
    if not own or is_plural(run["c"].text):
        return None  # `prices 3 lamps have`
    column = known.column(own[0].ref)
    low, high = number_of(str(column.low)), number_of(str(column.high))
    kept = low is None or high is None or all(low <= value <= high for value in values)
    if not looks_numeric(column) or not kept:
        return None
    named = replace(run["c"], candidates=own)
    test = Test(
        operator="in" if len(values) > 1 else "=", column=named, values=values, words=run.text,
        first=run.first,
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)


def _numbered(run: Run, known: Known) -> Item | None:
    owner = run["t"].best(table=True)
    table = known.table(owner.table) if owner is not None and not owner.column else None
    grouped = bool(run.before) and run.before[-1].letter == "y" and is_plural(run["t"].text)
    values = tuple(item.payload for item in (run["v"], *run.all("more", "#")))
    name = ""
    if table is not None and not grouped:
        name = _key_said(run["t"].text, table, known) or _told_by_number(table, values)
    if table is None or not name:
        return None
    key = Item(
        "C", run.first, run.last, run.text, "code", candidates=[Candidate(table.key, name, 1.0)]
    )
    test = Test(
        operator="in" if len(values) > 1 else "=",
        column=key,
        values=values,
        words=run.text,
        first=run.first,
    )
    return Item("f", run.first, run.last, payload=test)


def _key_said(text: str, table: Table, known: Known) -> str:
    """`registered course 301` of registrations: the key of the course, not their own."""
    words = text.lower().split()
    noun = lemma_of(words[-1]) if len(words) > 1 else ""
    if not noun or noun in lemmas_of(table.name)[-1:]:
        return ""
    found = [
        key.columns[0] for key in table.foreign_keys
        if len(key.columns) == 1 and noun in _called(key, known)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else ""


def _called(key: ForeignKey, known: Known) -> tuple[str, ...]:
    """The nouns of what a key leads to: that of its table, and that in its own name."""
    named = [lemma for lemma in lemmas_of(key.columns[0]) if lemma not in REFERENCES]
    table = lemmas_of(known.table(key.to_table).name) if key.to_table in known.allowed else []
    return (*named[-1:], *table[-1:])


def _told_by_number(table: Table, values: Sequence[object]) -> str:
    """The key of a table, or where these are no keys of it, the only number that its rows have."""
    keys = [column for column in table.columns if table.primary_key == (column.name,)]
    if keys and keys[0].kind in _KEYS and all(_may_be_key(value, keys[0]) for value in values):
        return keys[0].name
    numbers = [
        column.name for column in table.columns
        if column not in keys and name_words(column.name)[-1:] in _NUMBERED and column.kind in _KEYS
    ]  # fmt: skip
    return numbers[0] if keys and len(numbers) == 1 else ""


def _may_be_key(value: object, column: Column) -> bool:
    """Whether a whole number lies between the lowest and the highest key."""
    low, high = number_of(str(column.low)), number_of(str(column.high))
    inside = low is None or high is None or (isinstance(value, int) and low <= value <= high)
    return isinstance(value, int) and inside


def _unit(run: Run) -> Item | None:
    groups = run.match.groupdict()
    number, unit = next((run[n], run[x]) for n, x in _NUMBERS if groups[n])
    return number if unit.text.lower() in _UNITS else None


def _extreme(run: Run) -> Item | None:
    function = run["a"].payload
    if function not in _ENDS or not is_measured(run["c"]):
        return None
    extreme = Extreme(descending=function == "max", column=run["c"])
    return Item("S", run.first, run.last, payload=extreme)


def _named_extreme(run: Run) -> Item | None:
    """`the room with the maximum occupancy`, where the column itself is called so."""
    first = KEYWORDS.get(run["c"].text.lower().split()[0])
    if first not in (("a", "max"), ("a", "min")) or not is_measured(run["c"]):
        return None
    extreme = Extreme(descending=first == ("a", "max"), column=run["c"])
    return Item("S", run.first, run.last, payload=extreme)


def _top_values(run: Run) -> Item | None:
    """`cars with the top 3 prices`: as many rows, the highest first."""
    many = run["n"].payload
    if not isinstance(many, int) or many < 1 or not is_measured(run["c"]):
        return None
    extreme = Extreme(descending=run["t"].payload == "top", column=run["c"], limit=many)
    return Item("S", run.first, run.last, payload=extreme)


def _any_row(run: Run) -> Item | None:
    tables = {c.table for item in run.before if item.letter == "T" for c in item.candidates[:1]}
    if run["t"].candidates[0].table in tables:
        return None
    return Item("R", run.first, run.last, payload=Relation(table=run["t"]))


def _any_value(run: Run) -> Item | None:
    """`members who have an email`: the column is not empty."""
    column = run.get("c") or run["c2"]
    if column.verb:
        return None
    test = Test(
        operator="is not null", column=column, words=run.text, first=run.first, counted=True
    )
    return Item("f", run.first, run.last, payload=test)
