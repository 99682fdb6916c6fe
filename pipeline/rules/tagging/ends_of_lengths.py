"""The two dates that a length of time lies between: `days between submission and decision`."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.rules.linking.dates_of_deeds import dates_of, forms_of_all, is_called_after
from pipeline.rules.linking.ends_of_rows import opened_dates
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import related_words
from pipeline.rules.text.words import Word, lemma_of, name_words

_JOINTS = frozenset(("and", "to", "until", "till"))
_STOPS = frozenset(
    (",", ";", ".", "?", "!", "(", ")", ":", "by", "per", "for", "of", "in", "on", "at", "with",
     "where", "who", "that", "which", "across", "during", "each", "among", "when", "since",
     "grouped", "split", "broken")
)  # fmt: skip
_FILLERS = frozenset(
    ("a", "an", "the", "its", "their", "it", "is", "was", "were", "are", "be", "been", "being",
     "date", "dates", "day", "time", "get", "getting", "gets", "they", "them", "actual")
)  # fmt: skip
_MOST, _SHORTEST = 12, 3


@dataclass(frozen=True, slots=True)
class Ends:
    """The dates from which and to which it is counted, and the word behind the last one."""

    since: list[Candidate]
    until: list[Candidate]
    joint: int
    last: int


def ends_said(words: Sequence[Word], at: int, known: Known, *, apart: bool = False) -> Ends | None:
    """The ends that are named from a word on; a noun that names no date may be any of the rest.

    Where they may lie `apart`, they are dates of two tables as well of which one row has the other.
    """
    lower = [word.lower for word in words[at : at + _MOST]]
    joint = next((n for n, word in enumerate(lower) if word in _JOINTS), 0)
    owned = _of_owners(words[at : at + _MOST], known) if apart else frozenset()
    if not joint or {word for n, word in enumerate(lower[:joint]) if n not in owned} & _STOPS:
        return None
    last = next(
        (n for n in range(joint + 1, len(lower)) if lower[n] in _STOPS and n not in owned),
        len(lower),
    )
    if last == len(lower) < _MOST and last < len(words) - at:
        return None
    said = [
        [words[at + n] for n in places if n not in owned]
        for places in (range(joint), range(joint + 1, last))
    ]
    one, other = (_dates(part, known) for part in said)
    pair = _of_one_table(one, other, known)
    if pair is None and apart:
        anywhere = [_dates(part, known, owned=False) for part in said]
        pair = _of_one_table(anywhere[0], anywhere[1], known) or _of_linked(one, other, known)
    return Ends(*pair, at + joint, at + last) if pair else None


def _of_owners(words: Sequence[Word], known: Known) -> frozenset[int]:
    """Where an `of` or `for` stands before rows: `the request for its refund`."""
    return frozenset(
        n for n, word in enumerate(words[:-1])
        if word.lower in ("of", "for")
        and _rows(words[n + 1 + (words[n + 1].lower in _FILLERS and n + 2 < len(words))], known)
    )  # fmt: skip


def _of_linked(
    one: list[Candidate] | None, other: list[Candidate] | None, known: Known
) -> tuple[list[Candidate], list[Candidate]] | None:
    """Dates of two tables of which the rows of one have one of the other at most."""
    pairs = [
        (since, until) for since in one or () for until in other or ()
        if since.table != until.table
        and any(
            not edge.multiplies
            for pair in ((since.table, until.table), (until.table, since.table))
            for edge in known.joins.between(*pair)
        )
    ]  # fmt: skip
    if len(pairs) != 1:
        return None
    return [pairs[0][0]], [pairs[0][1]]


def ends_of_deed(verb: str, table: str, known: Known) -> tuple[list[Candidate], list[Candidate]]:
    """`to resolve a ticket`: from the day on which it was opened; where rows keep several, any."""
    owner = known.table(table)
    short = [name for name in _dates_of(table, known) if _is_short_for(name, verb)]
    until = (dates_of([verb], owner) or short)[:1]
    others = [name for name in _dates_of(table, known) if name not in until]
    opened = [name for name in opened_dates(owner) if name in others]
    since = opened if len(opened) == 1 else others
    return _columns(table, since), _columns(table, until)


def ends_of_event(
    words: Sequence[Word], known: Known
) -> list[tuple[list[Candidate], list[Candidate]]]:
    """`to first reply`: from when a row began to the date that is named so."""
    return [
        (since, [until]) for until in _dates(words, known) or ()
        if (since := [
            one for one in _columns(until.table, opened_dates(known.table(until.table)))
            if one != until
        ])
    ]  # fmt: skip


def _columns(table: str, names: Sequence[str]) -> list[Candidate]:
    return [Candidate(table, name, 1.0) for name in names]


def _of_one_table(
    one: list[Candidate] | None, other: list[Candidate] | None, known: Known
) -> tuple[list[Candidate], list[Candidate]] | None:
    """Dates of the same rows, apart from each other."""
    if one is None or other is None or not (one or other):
        return None
    if not one or not other:
        told = one or other
        rest = [
            other for c in told
            for other in _columns(c.table, _dates_of(c.table, known)) if other.column != c.column
        ]  # fmt: skip
        return (told, rest) if one else (rest, told)
    tables = {c.table for c in one} & {c.table for c in other}
    since = [c for c in one if c.table in tables]
    until = [c for c in other if c.table in tables and c not in since]
    return (since, until) if since and until else None


def _dates(words: Sequence[Word], known: Known, *, owned: bool = True) -> list[Candidate] | None:
    """The dates that an end may mean; nothing known of it is empty, too much said is None.

    Those that are not `owned` by the rows which a word names are meant where no other pair is.
    """
    said = [word for word in words if word.lower not in _FILLERS]
    tables = {c.table for word in said for c in _rows(word, known)}
    # `the shipment being ordered`: which rows are meant, and no date of shipping.
    deeds = [word for word in said if not _rows(word, known)] or said
    told = [found for word in deeds if (found := dates_of_word(word, known))]
    unknown = [w for w in said if not dates_of_word(w, known) and not _rows(w, known)]
    if unknown:
        return [] if len(said) == 1 else None
    if not told:
        return None
    found = [c for c in told[0] if all(c in more for more in told[1:])]
    own = [c for c in found if c.table in tables and owned]
    return own or found or None


def _rows(word: Word, known: Known) -> list[Candidate]:
    return [c for c in known.lexicon.find([word])[:1] if not c.column]


def dates_of_word(word: Word, known: Known) -> list[Candidate]:
    said = forms_of_all({word.lower, lemma_of(word.lower), *related_words(word.lower)})
    return [
        Candidate(key, name, 1.0)
        for key in sorted(known.allowed)
        for name in _dates_of(key, known)
        if is_called_after(name, said) or _is_short_for(name, word.lower)
    ]


def _is_short_for(column: str, word: str) -> bool:
    """`disch_date` for a discharge."""
    return any(
        len(name) >= _SHORTEST and name not in _FILLERS and word.startswith(name)
        for name in name_words(column)
    )


def _dates_of(table: str, known: Known) -> list[str]:
    return [column.name for column in known.table(table).columns if column.kind.is_dated]
