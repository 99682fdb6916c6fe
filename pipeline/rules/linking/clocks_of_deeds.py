"""Which columns of times tell when something was done: `departing`, `leaves at`, `opened after`."""

from collections.abc import Iterator, Sequence

from knowledge.catalog import Column, Kind
from pipeline.rules.linking.dates_of_deeds import is_date_of
from pipeline.rules.schema.clock_columns import clock_of
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import Word, lemma_of, name_words

# What is said of one moment, and what columns of it are called.
_DEEDS = (
    ("depart", "departure", "departing", "departs", "dep", "leave", "leaving", "sail", "takeoff"),
    ("arrive", "arrival", "arriving", "arrives", "arr", "land", "landing"),
    ("open", "opening", "opens", "opened"),
    ("close", "closing", "closes", "closed", "shut", "shutting"),
    ("start", "starting", "starts", "begin", "beginning", "begins", "kickoff"),
    ("end", "ending", "ends", "finish", "finishing", "over"),
)
OPENING, CLOSING = "open", "close"


def clocks_called(words: Sequence[Word], known: Known) -> list[Candidate]:
    """The columns of times that are called so, where nothing else is called so in fuller words."""
    named = [c for c in known.lexicon.find(words) if c.column]
    timed = [c for c in named if clock_of(known.column(c.ref)) is not None]
    best = bool(timed) and timed[0].score >= named[0].score
    return [c for c in timed if c.score == timed[0].score] if best else []


def clocks_of_deed(word: str, known: Known) -> list[Candidate]:
    """`departing`, of a `dep_time`; `closed`, of `closes`."""
    return [c for key in sorted(known.allowed) for c in clocks_in(key, (word,), known)]


def clocks_in(table: str, deeds: Sequence[str], known: Known) -> Iterator[Candidate]:
    """The columns of a table that tell at which time something was done."""
    for column in known.table(table).columns:
        timed = clock_of(column) is not None
        if timed and any(_is_time_of(word, column.name) for word in deeds):
            yield Candidate(table, column.name, 1.0)


def begins(column: Column) -> bool:
    """Whether a time is that at which rows begin."""
    words = {*name_words(column.name), *expanded(name_words(column.name))}
    return any(words & set(_DEEDS[place]) for place in (0, 2, 4))


def opening_hours(known: Known) -> tuple[list[Candidate], list[Candidate]]:
    """When rows open and when they close, of all tables that keep both as times of day."""
    opens: list[Candidate] = []
    closes: list[Candidate] = []
    for key in sorted(known.allowed):
        columns = known.table(key).columns
        kept = {c.name for c in columns if c.kind is not Kind.TIMESTAMP}
        ends = [
            [one for one in clocks_in(key, (deed,), known) if one.column in kept]
            for deed in (OPENING, CLOSING)
        ]
        if all(len(one) == 1 for one in ends):
            opens += ends[0]
            closes += ends[1]
    return opens, closes


def _is_time_of(word: str, column: str) -> bool:
    said = {word, lemma_of(word)}
    names = {*name_words(column), *expanded(name_words(column))}
    return is_date_of(word, column) or any(
        said & set(deed) and names & set(deed) for deed in _DEEDS
    )
