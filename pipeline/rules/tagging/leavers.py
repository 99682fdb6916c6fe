"""Who is still there and who has left: `still employed`, `no longer with us`."""

import re
from collections.abc import Collection, Sequence

from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.words import Word, name_words, stem_of

_FIRM = r"(?:us|the (?:company|firm|business|organi[sz]ation|team|school|club|staff)|our company)"
_THERE = (
    rf"(?:employed|with {_FIRM}|work(?:ing)? (?:here|for {_FIRM})|working|around"
    r"|on (?:the )?(?:staff|payroll)|here|in (?:service|use|operation))"
)
STILL = ("still", "currently", "now", "presently")
_STILL = re.compile(rf"(?:{'|'.join(STILL)}) {_THERE}(?= |$)")
_GONE = re.compile(
    rf"(?:(?:no longer|not any ?more|not) {_THERE}(?: any ?more)?"
    rf"|(?:have|has) (?:since )?left {_FIRM})(?= |$)"
)
_STAYED = re.compile(
    rf"(?:(?:have|has|did) not (?:yet )?(?:left|leave)(?: {_FIRM})?(?: yet)?)(?= |$)"
)
_LONGEST = 7
_LEAVING = frozenset(
    stem_of(word)
    for word in ("left", "leaving", "terminated", "termination", "term", "exit", "resigned",
                 "resignation", "quit", "departed", "departure", "dismissed", "separation",
                 "retired", "retirement", "withdrawn", "scrapped", "decommissioned",
                 "disposed", "removed")
)  # fmt: skip
_COMING = frozenset(stem_of(word) for word in ("hired", "joined", "employed", "start", "entry"))
_ENDING = frozenset(stem_of(word) for word in ("end", "until", "to"))


def staying(words: Sequence[Word], at: int) -> tuple[int, bool] | None:
    """Where such words end that begin here, and whether somebody is still there."""
    said = " ".join(word.lower for word in words[at : at + _LONGEST])
    for pattern, there in ((_GONE, False), (_STAYED, True), (_STILL, True)):
        found = pattern.match(said)
        if found is not None:
            return at + len(found.group().split()), there
    return None


def leaving_dates(tables: Collection[str], known: Known) -> list[Candidate]:
    """The day on which such people left, where it is empty for some."""
    return [
        Candidate(key, column.name, 1.0)
        for key in sorted(tables)
        for column in known.table(key).columns
        if column.null_share and _is_leaving(column.name, key, known)
    ]


def _is_leaving(name: str, table: str, known: Known) -> bool:
    column = known.column(f"{table}.{name}")
    said = {stem_of(word) for word in (*expanded(name_words(name)), *name_words(name))}
    came = any(
        _COMING & {stem_of(word) for word in name_words(one.name)}
        for one in known.table(table).columns
        if one.kind.is_dated
    )
    return column.kind.is_dated and bool(said & _LEAVING or (came and said & _ENDING))
