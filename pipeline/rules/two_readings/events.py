"""What happened: a table of events, a date, or a verb that only relates."""

import re

from pipeline.rules.clauses.recurring import event_of
from pipeline.rules.linking.dates_of_deeds import dates_of
from pipeline.rules.linking.other_rows import leading_up
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.parts import Count, Test
from pipeline.rules.text.words import lemma_of

_YEARS = frozenset(("year", "years"))
_SWITCH = ("yes", "no")
_TIMELY = frozenset(("date", "year"))
_IN_TIME = frozenset(("after", "before", "since", "until"))


def happened(run: Run) -> Item | None:
    """`what share of orders were returned`: those with such a date."""
    column = run["c"]
    if column.payload != "date" or not column.text.lower().endswith("ed"):
        return None
    test = Test(operator="is not null", column=column, words=column.text, first=column.first)
    return Item("f", run.first, run.last, payload=test)


def always_done(run: Run, known: Known) -> Item | None:
    """`weight picked per crop`, where every row has that date: the verb adds nothing."""
    number, deed = run["n"], run["c"]
    if not _was_done(number, deed, known) or known.column(deed.candidates[0].ref).null_share:
        return None
    deed.verb = True
    number.last, number.text = run.last, run.text
    return number


def done(run: Run, known: Known) -> Item | None:
    """`amount paid per client`: of the rows where that was done, not of each day of it."""
    if not _was_done(run.before[-1], run["c"], known):
        return None
    test = Test(operator="is not null", column=run["c"], words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _was_done(number: Item, deed: Item, known: Known) -> bool:
    word, dated = deed.text.lower(), deed.candidates[0]
    told = word.endswith("ed") or word != lemma_of(word)
    same = (number.payload == "number" or number.letter == "T") and dated.table in {
        c.table for c in number.candidates[:2]
    }
    return told and same and known.column(dated.ref).kind.is_dated


def as_event(run: Run, known: Known) -> Item | None:
    """`never ordered`, `who returned`: the verb stands for the table of such events."""
    item = run.get("m") or run["m2"]
    meant = item.other if item.letter == "o" else item
    found = [c for c in meant.candidates if not c.column] if meant else []
    tables = [one for one in run.before if one.letter == "T"]
    if not found and tables and item.letter == "o":
        dated = event_of(item, tables[0].candidates[0].table, known)
        found = [dated] if dated is not None else []
    if not found or not (item.letter == "o" or item.verb or item.text.endswith("ed")):
        return None
    item.letter, item.candidates = "T", found
    return item


def told_when(run: Run) -> Item | None:
    """`name, status and when it was opened`: the date is one more thing that is shown."""
    date = run["c"]
    if run["w"].text.lower() != "when" or date.payload != "date":
        return None
    date.verb = False
    return date


def in_year(run: Run) -> Item | None:
    """`opened in the year 2005`: the year of the opening, not one that other rows keep."""
    column, year = run["c"], run.items[run.match.end() - 1]
    told = column.payload in ("year", "date") and column.text.lower().endswith("ed")
    return column if told and year.text.lower() in _YEARS else None


def dated_verb(run: Run, known: Known) -> Item | None:
    """`problems reported before 2020`: the date of it, not a status that other rows have."""
    word = run["v"].text
    named = [item for item in run.before if item.letter in "TC" and item.candidates]
    if not named or word != word.lower() or not word.endswith("ed"):
        return None
    best = named[-1].candidates[0].score
    tables = dict.fromkeys(c.table for c in named[-1].candidates if c.score >= best)
    for table in tables:
        dated = dates_of([word], known.table(table))
        if len(dated) == 1:
            found = [Candidate(table, dated[0], 1.0)]
            return Item("C", run.first, run.last, word, "date", candidates=found)
    return None


def date_of_rows(run: Run, known: Known) -> Item | None:
    """`sessions started on a Monday`: the start of the sessions, not of other rows."""
    item, rows = run["c"], run["t"]
    if item.payload != "date" or not item.text.lower().endswith("ed"):
        return None
    table = rows.candidates[0].table
    dated = dates_of([item.text.lower()], known.table(table))
    if len(dated) == 1 and not any(c.table == table for c in item.candidates[:1]):
        item.candidates = [Candidate(table, dated[0], 1.0)]
    return None


def date_of_periods(stream: Stream) -> None:
    """`for each year, how many moorings were started`: the years in which they were started."""
    found = re.search(r"kT[rh]*(?P<c>C)(?=[.&]|$|DD)", stream.code)
    timely = "G" in stream.code or "DD" in stream.code
    if found is None or not timely or stream.marks.dated is not None:
        return
    item = stream.items[found.start("c")]
    if item.payload == "date" and item.text.lower().endswith("ed"):
        stream.marks.dated = item
        stream.items.remove(item)


def leads_up(run: Run, known: Known) -> Item | None:
    """`staff managed by Ana`: the key that leads from a row to the one above it."""
    best = run["c"].candidates[0]
    keys = {left for left, _ in leading_up(best.table, known)}
    if not run["c"].text.lower().endswith("ed") or best.column not in keys:
        return None
    run["c"].verb = True
    return Item("p", run.first, run.last, run["p"].text)


def idle_verb(items: list[Item], at: int) -> bool:
    """A verb that only looks like a column's name, and no condition follows it."""
    if not items[at].verb or items[at].letter != "C":
        return False
    if at and items[at - 1].letter in "ks#e":
        return False  # `of each breed`
    after = [item.letter for item in items[at + 1 : at + 3]]
    if "".join(item.letter for item in items[at + 1 : at + 5]) == "pc#T":
        return True  # `enrolled in at most two courses`: it is the courses that are counted
    if _is_half(items, at):
        return False
    later = after == ["c", "#"] and items[at + 1].payload in _IN_TIME
    if ("D" in after and items[at].payload not in _TIMELY) or (later and not items[at].payload):
        return True  # `that she directed after 2000`: no director is later than a year
    return not after or not (after[0] in "c#VDlbn" or (after[0] in "py" and after[-1] in "#VDc"))


def _is_half(items: list[Item], at: int) -> bool:
    """`opening and closing dates`: the noun behind both of them makes the verb a name as well."""
    said = [item.letter for item in items[at + 1 : at + 3]]
    if said != ["&", "C"]:
        return False
    other = items[at + 2]
    named = " " in other.text and bool(items[at].payload) and other.payload == items[at].payload
    items[at].verb = items[at].verb and not named
    return named


def duration(run: Run, known: Known) -> Item | None:
    """`average delivery time`: the days between the only two dates of such a row."""
    if run["x"].text.lower() not in ("time", "duration"):
        return None
    table = known.table(run["t"].candidates[0].table)
    dates = [c.name for c in table.columns if c.kind.is_dated]
    if len(dates) != len(_SWITCH) or run["a"].payload == "sum":
        return None
    ends = [
        Item("C", run.first, run.last, name, candidates=[Candidate(table.key, name, 1.0)])
        for name in dates
    ]
    count = Count(function=run["a"].payload, column=ends[1], since=ends[0], table=run["t"])
    return Item("m", run.first, run.last, payload=[count])
