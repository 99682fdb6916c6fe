"""Dates that say whether something happened: `churned accounts`, `tickets that are not closed`."""

from dataclasses import replace
from itertools import takewhile

from knowledge.catalog import Column
from pipeline.rules.schema.items import Item, Run, Stream
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test
from pipeline.rules.text.words import is_past, lemma_of, name_words
from pipeline.rules.vocabulary import GRAINS, PREPOSITIONS

_YEARS = range(1900, 2101)


def happened(stream: Stream, known: Known) -> None:
    """Reduce the participle of a date that may be missing to whether it is there."""

    def told(run: Run) -> Item | None:
        return _told(run, known)

    stream.rewrite(r"(?<=T)(?P<c>C)(?=[py]?[23]?V)", _relates)
    stream.rewrite(r"(?<=T)(?P<o>o)(?=s)", _often)
    stream.rewrite(r"(?<=[Thr])(?P<c>C)(?=[.&e]|$)", _is_left)
    stream.rewrite(r"(?<=T)(?P<c>C)(?=T)", lambda run: _when_done(run, stream, known))
    stream.rewrite(r"(?P<c>C)(?=T)", told)
    stream.rewrite(r"(?<=k)(?P<c>C)(?=T)", lambda run: _all_did(run, known))
    stream.rewrite(r"(?<=T)[&hr]*(?P<n>n)[hr]*(?P<c>C)(?=[.&e]|$)", told)
    stream.rewrite(r"(?<=T)[hr]*(?P<c>C)(?=[.&e]|$)", told)
    stream.rewrite(r"(?<=T)[hr]*(?P<c>C)(?=h)", lambda run: _told_first(run, known))
    stream.rewrite(r"(?<=f)&?(?P<n>n)[hr]*(?P<c>C)(?=[.&e]|$)", told)


def _relates(run: Run) -> Item | None:
    """`students enrolled in Algebra`: the participle ties rows together, and asks for no date."""
    item, value = run["c"], next(one for one in run.after if one.letter == "V")
    owners = {f"{hit.table}.{hit.column}" for hit in value.payload}
    done = item.payload == "date" and is_past(item.text.lower())
    if not done or not owners or owners & {c.ref for c in item.candidates}:
        return None
    item.verb = True
    return Item("p", run.first, run.last)


def _often(run: Run) -> Item | None:
    """`ordered most often`: the verb stands for the orders, and sorts nothing."""
    item, degree = run["o"], run.after[0].payload
    meant = item.other.candidates if item.other else []
    if not meant or degree[1] not in ("times", "common"):
        return None
    rows = [c for c in meant if not c.column] or [replace(meant[0], column="", score=1.0)]
    item.letter, item.candidates = "T", rows
    return item


def _is_left(run: Run) -> Item | None:
    """`those who are left` stayed, `those who left` did not: only the second has a date."""
    stands_by = run.before[-1].last < run.first
    if run["c"].text.lower() != "left" or not stands_by:
        return None
    return Item("x", run.first, run.last)


def _is_done(item: Item, column: Column) -> bool:
    """Whether a word is the participle of a date: `closed`, or the `left` of `left_on`."""
    said, *more = item.text.lower().replace("-", " ").split()
    named = name_words(column.name)
    irregular = lemma_of(said) != said and said in named
    ended = said.endswith("ed") or (irregular and not said.endswith("s"))
    # `checked in` as in `checked_in_at`, no `closed date`.
    joined = all(word in named and word in PREPOSITIONS for word in more)
    return item.payload == "date" and said.isalpha() and ended and joined


def _says_when(run: Run) -> bool:
    """`closed in each month`: the date of the closing tells the months apart."""
    each, period = (*run.after[:2], None, None)[:2]
    if each is None or period is None or each.letter != "e":
        return False
    return period.letter == "G" or period.text.lower() in GRAINS


def _when_done(run: Run, stream: Stream, known: Known) -> Item | None:
    """`members opened a message in 2024`: the opening is what the period is of."""
    item = run["c"]
    sentence = [*takewhile(lambda one: one.letter != ".", run.after)]
    _of_these_rows(item, sentence[0], known)
    done = _is_done(item, known.column(item.candidates[0].ref))
    dated = any(one.letter == "D" or one.payload in _YEARS for one in sentence)
    if not (done and dated and item.verb) or stream.marks.dated is not None:
        return None
    stream.marks.dated = item
    return Item("p", run.first, run.last)


def _of_these_rows(item: Item, rows: Item, known: Known) -> None:
    """`opened messages`: the opening of the messages, not that of shops."""
    tables = [c.table for c in rows.candidates if not c.column][:1]
    own = [
        c
        for c in item.candidates
        if c.table in tables and c.column and _is_done(item, known.column(c.ref))
    ]
    if len(own) == 1 and item.candidates[0].table not in tables:
        item.candidates = own


def _all_did(run: Run, known: Known) -> Item | None:
    """`the number of registered members`: of members, not of days, though each has such a day."""
    _of_these_rows(run["c"], run.after[0], known)
    own, item = run["c"].candidates[0], run["c"]
    rows = [c.table for c in run.after[0].candidates if not c.column]
    if own.table not in rows[:1] or not _is_done(item, known.column(own.ref)):
        return None
    test = Test(operator="is not null", column=item, words=run.text, first=run.first)
    return Item("f", run.first, run.last, payload=test)


def _told_first(run: Run, known: Known) -> Item | None:
    """`accounts that churned but have open invoices`: both are said, with a word between them."""
    return _told(run, known) if run.after[0].first > run.last else None


def _told(run: Run, known: Known) -> Item | None:
    item = run["c"]
    rows = [one for one in (*run.after[:1], *reversed(run.before)) if one.letter == "T"]
    if rows:
        _of_these_rows(item, rows[0], known)
    column = known.column(item.candidates[0].ref)
    if not _is_done(item, column) or not column.null_share or _says_when(run):
        return None
    denied = bool(run.match.groupdict().get("n"))
    test = Test(
        operator="is null" if denied else "is not null", column=item, words=run.text,
        first=run.first,
    )  # fmt: skip
    return Item("f", run.first, run.last, payload=test)
