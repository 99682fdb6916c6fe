"""Words with two readings, settled by what stands next to them."""

import re

from knowledge.catalog import Kind
from pipeline.rules.clauses.calendars import dated_groups
from pipeline.rules.clauses.superlatives import LESS
from pipeline.rules.holding import switch_values
from pipeline.rules.items import Item, Run, Stream
from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.parts import Count, Extreme, Test
from pipeline.rules.vocabulary import GRAINS

_NAMED, _PLAIN = 0.75, 0.9
_OTHERWISE = frozenset(
    ("count", "common", "times", "new", "late", "recent", "old", "young", "early")
)
_SWITCH = ("yes", "no")
_RATES = frozenset(("rate", "ratio", "share", "percentage"))


def settle(stream: Stream, known: Known) -> None:
    """Settle words with two readings by what stands next to them."""
    stream.rewrite(r"(?<=[TM])(?P<c>C)", _apart)
    stream.rewrite(r"(?<=s)(?P<m>M)", _largest)
    stream.rewrite(r"(?<=a)(?P<m>M)", _averaged)
    stream.rewrite(r"(?P<a>a)(?=p?[fV]?T(?:[ey.]|$))", _total)
    stream.rewrite(r"(?P<x>x)(?P<m>M)", _only_asks)
    _told_by(stream)
    stream.rewrite(r"(?P<a>a)(?P<t>T)(?P<x>x)", lambda run: _duration(run, known))
    stream.rewrite(r"(?P<a>a)(?P<x>x)p(?P<t>T)(?!k)", lambda run: _duration(run, known))
    stream.rewrite(r"(?P<x>x)(?P<t>T)(?=.*D)", lambda run: _newly(run, known))
    tables = {c.table for item in stream.items if item.letter == "T" for c in item.candidates}
    stream.rewrite(r"(?<=[ey&])(?P<c>C)", lambda run: _as_grain(run, tables))
    stream.rewrite(r"(?<=[nr])(?P<m>[oC])(?=[.Dpc]|$)|(?<=T)(?P<m2>[oC])(?=c#i)", _as_event)
    # `revenue of Swedish orders`: of which rows, not a second number.
    for rows in (r"(?<=[nhpe#])(?P<m>M)", r"(?<=Mp[VFf])(?P<m>M)", r"(?<=a)(?P<m>M)(?=C)"):
        stream.rewrite(rows, lambda run: run["m"].other if _is_table(run["m"].other) else None)
    if "%" in stream.code:
        stream.rewrite(r"(?<=[TM])[rh]*(?P<c>C)(?=[.]|$)", _happened)
    stream.rewrite(r"(?P<m>M)", lambda run: _as_rows(run, stream.code))
    stream.rewrite(r"(?P<c>C)[py]*e(?P<g>G)", dated_groups)
    stream.rewrite(r"(?P<n>(?<!V)n)?(?P<c>C)(?![#V]|[ph]*c)", lambda run: _switched(run, known))
    stream.items = [i for n, i in enumerate(stream.items) if not _idle_verb(stream.items, n)]
    stream.rewrite(r"(?<!c)(?P<a>a)(?![aCTMkp&u])|(?<=s)(?P<b>a)(?!C)|(?P<d>a)(?=p?T)", _as_column)
    stream.rewrite(r"(?P<a>%)", _as_column)
    stream.rewrite(r"(?P<c>c)(?=p?V)", _other_than)
    stream.rewrite(r"(?<=C)(?P<x>x)(?=C)", _beside)
    stream.rewrite(r"(?P<o>o)(?=[hrp]*n?[cb][#&])", _ranking)
    stream.rewrite(
        r"o(?=T\.)",
        lambda run: Item("p", run.first, run.last) if run.text.startswith("listed") else None,
    )
    stream.rewrite(r"(?P<s>s)(?=(?:&a)+C)|(?<=a&)(?P<s2>s)(?=p?C)", _as_aggregate)


def _other_than(run: Run) -> Item | None:
    """`languages other than English`: not that one."""
    return Item("n", run.first, run.last) if run["c"].payload == "!=" else None


def _happened(run: Run) -> Item | None:
    """`what share of orders were returned`: those with such a date."""
    column = run["c"]
    if column.payload != "date" or not column.text.lower().endswith("ed"):
        return None
    test = Test(operator="is not null", column=column, words=column.text, first=column.first)
    return Item("f", run.first, run.last, payload=test)


def _beside(run: Run) -> Item | None:
    """`price against quantity`: both are shown."""
    said = run["x"].text.lower() in ("against", "versus", "vs")
    return Item("&", run.first, run.last) if said else None


def _ranking(run: Run) -> Item | None:
    """`whose rank is between 10 and 15`: the column of that name."""
    named = run["o"].other
    return named if named is not None and named.letter == "C" else None


def _averaged(run: Run) -> Item | None:
    """`average charged fee`: of the column, not the number that adds it up."""
    added = all(metric.expression.lower().startswith("sum(") for metric in run["m"].payload)
    return _as_column(run) if added and run.before[-1].payload != "sum" else None


def _apart(run: Run) -> Item | None:
    """`return rate` is no rate that some other table keeps: the word stays unexplained."""
    beside, best = run.before[-1], run["c"].candidates[0]
    if run["c"].text.lower() not in _RATES:
        return None
    owners = {c.table for c in beside.candidates if not c.column}
    kept = best.score >= _NAMED or any(c.table in owners for c in run["c"].candidates)
    if beside.letter == "T" and kept:
        return None
    return _unexplained(run["c"])


def _unexplained(item: Item) -> Item:
    item.letter = "x"
    return item


def _largest(run: Run) -> Item | None:
    """`the largest order` is an order, not the largest number of orders."""
    _, adjective = run.before[-1].payload
    counts = adjective in ("count", "common", "times")
    return run["m"].other if not counts and _is_table(run["m"].other) else None


def _total(run: Run) -> Item | None:
    """`the total of invoices per country`: a sum, also where a column is called so."""
    column = run["a"].other
    if run["a"].payload != "sum" or column is None or column.letter != "C":
        return None
    return Item("m", run.first, run.last, payload=[Count(function="sum", column=column)])


def _only_asks(run: Run) -> Item | None:
    """`how did revenue compare`: the word asks, and names nothing."""
    return run["m"] if run["x"].text.lower() == "how" else None


def _told_by(stream: Stream) -> None:
    """`the longest track by minutes` is the track with the longest minutes."""
    found = re.search(r"(?<![t#])sTyC(?=\.|$)", stream.code)
    if found is None:
        return
    at = found.start()
    degree, table, _, column = stream.items[at : at + 4]
    direction, adjective = degree.payload
    if column.payload == "number" and adjective not in _OTHERWISE:
        extreme = Extreme(descending=(direction == "desc") != (adjective in LESS), column=column)
        degree.letter, degree.payload = "S", extreme
        stream.items[at : at + 4] = [degree, table]


def _duration(run: Run, known: Known) -> Item | None:
    """`average delivery time`: the days between the only two dates of such a row."""
    if run["x"].text.lower() not in ("time", "duration"):
        return None
    table = known.table(run["t"].candidates[0].table)
    dates = [c.name for c in table.columns if c.kind in (Kind.DATE, Kind.TIMESTAMP)]
    if len(dates) != len(_SWITCH) or run["a"].payload == "sum":
        return None
    ends = [
        Item("C", run.first, run.last, name, candidates=[Candidate(table.key, name, 1.0)])
        for name in dates
    ]
    count = Count(function=run["a"].payload, column=ends[1], since=ends[0], table=run["t"])
    return Item("m", run.first, run.last, payload=[count])


def _newly(run: Run, known: Known) -> Item | None:
    """`new customers last month`: the date that the glossary gives such rows says it."""
    behind = run["t"]
    note = known.glossary.note(behind.candidates[0].table) if behind.candidates else None
    measured = any(item.letter == "M" for item in run.items)
    if run["x"].text.lower() != "new" or measured or note is None or not note.time_column:
        return None
    return behind


def _as_grain(run: Run, tables: set[str]) -> Item | None:
    """`by month`: a period, unless a table that is named keeps months in a column."""
    item = run["c"]
    grain = GRAINS.get(item.text.lower(), "")
    if not grain or any(c.table in tables for c in item.candidates):
        return None
    item.letter, item.payload = "G", grain
    return item


def _as_event(run: Run) -> Item | None:
    """`never ordered`, `who returned`: the verb stands for the table of such events."""
    item = run.get("m") or run["m2"]
    meant = item.other if item.letter == "o" else item
    found = [c for c in meant.candidates if not c.column] if meant else []
    if not found or not (item.letter == "o" or item.verb or item.text.endswith("ed")):
        return None
    item.letter, item.candidates = "T", found
    return item


def _as_rows(run: Run, code: str) -> Item | None:
    """`% of orders that were cancelled`: the rows, not a metric that leaves these very rows out."""
    item = run["m"]
    if not _is_table(item.other):
        return None
    said = {
        h.value.lower() for i in (*run.before, *run.after) if i.letter == "V" for h in i.payload
    }
    filters = [sql.lower() for metric in item.payload for sql in metric.filters]
    contradicts = any(f"'{value}'" in sql for sql in filters for value in said)
    parts = any(i.letter == "%" for i in run.before) and bool(set("Vncf") & set(code))
    if not (contradicts or parts) or item.other is None:
        return None
    item.letter, item.candidates = "T", item.other.candidates
    return item


def _is_table(item: Item | None) -> bool:
    return item is not None and item.letter == "T"


def _switched(run: Run, known: Known) -> Item | None:
    """A yes-or-no column that is named is a condition: `official languages`, `open shops`."""
    chosen = run["c"].candidates[0]
    column = known.column(chosen.ref)
    values = switch_values(column)
    if values is None or chosen.score < _NAMED:
        return None
    wanted = values[1] if run.match.group("n") else values[0]
    test = Test(column=run["c"], values=(wanted,), words=run["c"].text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _idle_verb(items: list[Item], at: int) -> bool:
    """A verb that only looks like a column's name, and no condition follows it."""
    if not items[at].verb or items[at].letter != "C":
        return False
    if at and items[at - 1].letter in "ks#":
        return False
    after = [item.letter for item in items[at + 1 : at + 3]]
    if "D" in after and items[at].payload not in ("date", "year"):
        return True
    return not after or not (after[0] in "c#VDlbn" or (after[0] in "py" and after[-1] in "#VDc"))


def _as_column(run: Run) -> Item | None:
    groups = run.match.groupdict()
    item = next(run[name] for name in groups if groups[name])
    other = item.other
    if other is not None:
        other.payload = "number"
    return (
        other
        if other is not None and other.letter == "C" and other.candidates[0].score >= _PLAIN
        else None
    )


def _as_aggregate(run: Run) -> Item | None:
    item = run.get("s") or run["s2"]
    direction, adjective = item.payload
    if adjective not in ("", "count"):
        return None
    return Item("a", run.first, run.last, payload="max" if direction == "desc" else "min")
