"""Rows that are left out: `Exclude inactive accounts`, `ignoring leases from before 2023`."""

from dataclasses import replace

from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.operators import DENIED, DENIED_VALUES, PLAIN_VALUES
from pipeline.rules.schema.parts import Test
from pipeline.rules.tagging.denied import leaves_out

_HELD = {"is null": "is not null", "is not null": "is null"}


def excluded(stream: Stream) -> None:
    """Reduce rows that are left out by one condition to the denied condition."""
    stream.rewrite(r"(?P<n>n)[hrp]*(?P<f>f)(?P<t>T)?(?=[.]|&(?!f)|$)", _denied)
    stream.rewrite(r"(?P<n>n)(?P<t>T)[hrpy]*(?P<f>f)(?P<of>T)?(?=[.]|&(?!f)|$)", _denied)


def _denied(run: Run) -> Item | None:
    test: Test = run["f"].payload
    if not leaves_out(run["n"]) or not _is_plain(test) or not are_asked_for(run, run.get("t")):
        return None
    if run.match.groupdict().get("of") and not _is_on(test, run["of"]):
        return None
    operator = {**DENIED, **DENIED_VALUES, **PLAIN_VALUES, **_HELD}.get(test.operator, "")
    if not operator:
        return None
    words = f"{run['n'].text} {test.words}"
    if test.operator in PLAIN_VALUES:
        words = " ".join(map(str, test.values))  # what was denied twice is said
    denied = replace(test, operator=operator, words=words)
    return Item("f", run.first, run.last, payload=denied)


def _is_on(test: Test, rows: Item) -> bool:
    """`visits by blocked guests`: whether the condition is on the rows named behind it."""
    named = {c.table for c in test.column.candidates[:1]} if test.column is not None else set()
    stored = {hit.table for hits in test.hits for hit in hits}
    return rows.candidates[0].table in named | stored


def _is_plain(test: Test) -> bool:
    """Whether a test is of one column and values: of other rows it would be denied otherwise."""
    several = test.any_of or test.both or test.same or test.extent
    return not (several or test.function or test.sql or test.span)


def are_asked_for(run: Run, rows: Item | None) -> bool:
    """Whether the rows of a remark are some of those that the question named before."""
    named = [item for item in run.before if item.letter != "V"]
    tables = {c.table for item in _inside(named) for c in item.candidates[:1]}
    return rows is None or not tables or rows.candidates[0].table in tables


def _inside(items: list[Item]) -> list[Item]:
    """The names in items, and in the numbers that were made of them."""
    counts = [count for item in items if item.letter == "m" for count in item.payload]
    found = [part for count in counts for part in (count.table, count.column) if part is not None]
    return [*items, *found]
