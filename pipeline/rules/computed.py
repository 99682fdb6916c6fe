"""Arithmetic in words: `quantity times unit price minus discount`, over the columns of rows."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.rules.known import Known
from pipeline.rules.lexicon import Candidate
from pipeline.rules.names import expanded
from pipeline.rules.plain_words import plain
from pipeline.rules.words import name_words, words_of

_SIGNS = {
    "times": "*", "multiplied by": "*", "x": "*", "*": "*", "minus": "-", "less": "-",
    "-": "-", "plus": "+", "+": "+", "divided by": "/", "over": "/", "/": "/",
}  # fmt: skip
_SPOKEN = {"*": "times", "-": "minus", "+": "plus", "/": "divided by"}
_SIGN = re.compile(
    r"\s+(times|multiplied by|minus|less|plus|divided by|[x*/+-])\s+|\s*([*/+])\s*",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^(?:the )?(?:sum|total) of (?:the |all )?", re.IGNORECASE)
# `... over its items`: every row adds up what belongs to it.
_OVER = re.compile(r"\s+(?:over|of|across|for)\s+(?:all )?(?:its|their|the|each|every)\s.*$", re.I)
_LIKELY, _TIE, _MOST = 0.6, 0.05, 6
# Parts of a whole: nothing is taken off an amount by them.
_PARTS = frozenset(("pct", "percent", "percentage", "rate", "share"))


@dataclass(frozen=True, slots=True)
class Computed:
    """SQL over the columns of one table and of those it belongs to, and how it is told.

    A number divided by another has its two `sides`: over several rows each is added up by itself.
    """

    sql: str
    table: str
    told: str
    sides: tuple[str, str] | None = None


def computed(said: str, about: Known) -> Computed | None:
    """What a sum in words is; None where it is none, or where one of its names means nothing."""
    plainly = _OVER.sub("", _LEAD.sub("", said.strip()))
    parts = _SIGN.split(plainly)
    names, signs = (
        parts[::3],
        [one or two for one, two in zip(parts[1::3], parts[2::3], strict=True)],
    )
    if not signs or len(names) > _MOST:
        return None
    meant = [list(_numbers(name, about)) for name in names]
    found = _fitting(meant, about) if all(meant) else None
    if found is None:
        return None
    refs, table = found
    signs = [_SIGNS[sign.lower()] for sign in signs]
    if not _adds_up(refs, signs, table):
        return None
    if any(sign in "+-" and _is_part(ref) for sign, ref in zip(signs, refs[1:], strict=True)):
        return None
    told = [plain(refs[0].ref)]
    sql = [_quoted(refs[0], about)]
    for sign, ref in zip(signs, refs[1:], strict=True):
        sql += [sign, _quoted(ref, about)]
        told += [_SPOKEN[sign], plain(ref.ref)]
    sides = (sql[0], sql[-1]) if "/" in signs else None
    return Computed(" ".join(sql), table, " ".join(told), sides)


def _adds_up(refs: Sequence[Candidate], signs: Sequence[str], table: str) -> bool:
    """Whether no term repeats the amount of another row for each row that belongs to it."""
    if "/" in signs:
        return len(signs) == 1 and all(ref.table == table for ref in refs)
    terms = [[refs[0].table]]
    for sign, ref in zip(signs, refs[1:], strict=True):
        if sign == "*":
            terms[-1].append(ref.table)
        else:
            terms.append([ref.table])
    return all(table in term for term in terms)


def _numbers(name: str, about: Known) -> Iterator[Candidate]:
    words = words_of(re.sub(r"^(?:the|its|their|an?)\s+", "", name.strip(), flags=re.I))
    for found in about.lexicon.find(words):
        if not found.column or found.score < _LIKELY or about.ties(found.ref):
            continue
        if about.column(found.ref).kind.is_number:
            yield found


def _fitting(
    meant: Sequence[Sequence[Candidate]], about: Known
) -> tuple[tuple[Candidate, ...], str] | None:
    """The columns that names stand for: of one table, else of rows that its rows belong to."""
    fits = []
    for refs in itertools.product(*(one[:4] for one in meant)):
        table = _rows(refs, about)
        if table and len(set(refs)) == len(refs):
            apart = len({ref.table for ref in refs}) - 1
            fits.append((sum(ref.score for ref in refs) - apart, refs, table))
    fits.sort(key=lambda fit: -fit[0])
    if not fits or (len(fits) > 1 and fits[0][0] - fits[1][0] < _TIE):
        return None
    return fits[0][1], fits[0][2]


def _is_part(ref: Candidate) -> bool:
    return bool(_PARTS & set(expanded(name_words(ref.column))))


def _rows(refs: Sequence[Candidate], about: Known) -> str:
    """The table of which each row has one value of all these."""
    tables = list(dict.fromkeys(ref.table for ref in refs))
    for table in tables:
        paths = [about.joins.path(table, other) for other in tables if other != table]
        if all(path and not any(edge.multiplies for edge in path) for path in paths):
            return table
    return ""


def _quoted(ref: Candidate, about: Known) -> str:
    return f'"{about.table(ref.table).name}"."{about.column(ref.ref).name}"'
