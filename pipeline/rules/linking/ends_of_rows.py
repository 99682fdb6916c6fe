"""When rows began and when they were over: the two dates that their length lies between."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from knowledge.catalog import Table
from pipeline.rules.linking.dates_of_deeds import dates_of, forms_of_all, is_called_after
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.quantities import LENGTHS, kept_in
from pipeline.rules.text.words import lemma_of, name_words, stem_of
from pipeline.rules.vocabulary.units import TIME_UNITS, UNITS

_STARTED = forms_of_all(("start", "begin", "began", "from"))
_OPENED = forms_of_all((
    "open", "create", "report", "request", "receive", "submit", "order", "raise", "log", "book",
    "file", "place", "admit", "depart", "lent", "borrow", "rent", "issue", "found", "check_in",
    "checkin", "launch", "apply", "buy",
))  # fmt: skip
_BELONGED = forms_of_all(
    ("enroll", "enrol", "register", "join", "hire", "sign", "employ", "appoint", "signup")
)
_ENDED = forms_of_all(("end", "finish", "stop", "over", "to", "until"))
_CLOSED = forms_of_all((
    "close", "resolve", "complete", "cancel", "cancelled", "terminate", "term", "leave", "left",
    "graduate", "return", "discharge", "deliver", "settle", "arrive", "churn", "quit", "resign",
    "check_out", "checkout", "solve", "land", "fulfil", "fulfill", "repay", "logout",
))  # fmt: skip
# Dates of what is to come, and of the row in the database, say nothing of how long it took.
_NO_ENDS = frozenset(
    ("due", "promised", "expected", "estimated", "scheduled", "planned", "deadline", "updated",
     "modified", "changed", "valid", "birth", "dob")
)  # fmt: skip
_EXTENTS = UNITS - TIME_UNITS.keys() | {"distance", "dist", "metres", "meters", "pages"}


def opened_dates(table: Table) -> list[str]:
    """The dates on which rows begin, those that say so in as many words before others."""
    return _called(table, _STARTED) or _called(table, _OPENED | _BELONGED)


def says_end(name: str) -> bool:
    """Whether a date is called after how rows are over, or after what is to come."""
    planned = _NO_ENDS & {*name_words(name), *expanded(name_words(name))}
    return bool(planned) or _is_called(name, _ENDED | _CLOSED)


def ends_of_rows(
    table: str, known: Known, done: Iterable[str] = ()
) -> tuple[list[Candidate], list[Candidate]] | None:
    """From when to when rows went on; `done` are the words that may say how they were over."""
    owner = known.table(table)
    since = opened_dates(owner)
    told = [name for name in dates_of(done, owner) if name not in since]
    ended = told or _called(owner, _ENDED) or _called(owner, _CLOSED)
    until = [name for name in ended if name not in since]
    if not since and len(until) == 1:
        since = [name for name in _dates(owner) if name not in until]
    if not since or not until:
        return None
    return _candidates(table, since), _candidates(table, until)


def both_ends_of(table: str, known: Known) -> tuple[str, str] | None:
    """The one date on which rows begin and the one on which they are over, where that is plain."""
    ends = ends_of_rows(table, known)
    if ends is None or any(len(dates) != 1 for dates in ends):
        return None
    return ends[0][0].ref, ends[1][0].ref


def are_people(since: Iterable[Candidate]) -> bool:
    """Whether rows begin with somebody who joins."""
    return any(is_called_after(one.column, _BELONGED) for one in since)


def kept_lengths(table: str, known: Known) -> list[Candidate]:
    """The numbers that say how long rows took."""
    return [
        Candidate(table, column.name, 1.0) for column in known.table(table).columns
        if column.kind.is_number
        and (kept_in(column.name) is not None or bool(LENGTHS & set(name_words(column.name))))
    ]  # fmt: skip


def has_extent(table: str, known: Known) -> bool:
    """Whether rows have a length that is no time: that of a trail in miles."""
    return any(
        column.kind.is_number and bool(_EXTENTS & set(name_words(column.name)))
        for column in known.table(table).columns
    )


def _candidates(table: str, names: Sequence[str]) -> list[Candidate]:
    return [Candidate(table, name, 1.0) for name in names]


def _dates(table: Table) -> list[str]:
    """The dates of what took place, as far as the names say."""
    dated = [column.name for column in table.columns if column.kind.is_dated]
    return [
        name for name in dated
        if not _NO_ENDS & {*name_words(name), *expanded(name_words(name))}
    ]  # fmt: skip


def _called(table: Table, forms: frozenset[str]) -> list[str]:
    return [name for name in _dates(table) if _is_called(name, forms)]


def _is_called(name: str, forms: frozenset[str]) -> bool:
    """Whether a name says so, in one word or in two: `closed_at`, `checked_out_at`."""
    words = [lemma_of(word) for word in name_words(name)]
    pairs = {f"{stem_of(verb)}_{particle}" for verb, particle in pairwise(words)}
    return is_called_after(name, forms) or not pairs.isdisjoint(forms)
