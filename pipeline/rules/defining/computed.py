"""Arithmetic in words: `quantity times unit price minus discount`, over the columns of rows."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.catalog import Kind
from knowledge.sql_text import filled, write_sql
from pipeline.rules.defining.formulas import Formula, Sum, formula_of, names_in, written
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.lexicon import Candidate
from pipeline.rules.schema.metrics import column_of
from pipeline.rules.schema.names import expanded
from pipeline.rules.text.plain_words import plain
from pipeline.rules.text.words import Word, name_words, words_of
from pipeline.rules.vocabulary import PREPOSITIONS
from pipeline.sql.times.grains import days_between

_SPOKEN = {"*": "times", "-": "minus", "+": "plus", "/": "divided by"}
_LEAD = re.compile(r"^(?:the )?(?:sum|total) of (?:the |all )?", re.IGNORECASE)
# `... over its items`: every row adds up what belongs to it.
_OVER = re.compile(r"\s+(?:over|of|across|for)\s+(?:all )?(?:its|their|the|each|every)\s.*$", re.I)
_RATIO = "1.0 * sum(:above) / nullif(sum(:below), 0)"
_LIKELY, _TIE, _MOST = 0.6, 0.05, 6
# Parts of a whole: nothing is taken off an amount by them.
_PARTS = frozenset(("pct", "percent", "percentage", "rate", "share"))


@dataclass(frozen=True, slots=True)
class Computed:
    """A number over the columns of one table and of those it belongs to, and how it is told.

    A number divided by another has its two `sides`: over several rows each is added up by itself,
    and what comes of them is taken `times` a number.
    """

    number: exp.Expr
    dialect: str
    table: str
    told: str
    sides: tuple[exp.Expr, exp.Expr] | None = None
    times: float = 1.0

    @property
    def total(self) -> str:
        """SQL over all rows: what is computed for each is added up, a ratio is one of totals."""
        if self.sides is None:
            return self.over_rows("sum(:number)")
        above, below = self.sides
        template = _RATIO if self.times == 1 else f"{_RATIO} * {written(self.times)}"
        return write_sql(filled(template, self.dialect, above=above, below=below), self.dialect)

    def over_rows(self, template: str, **parts: exp.Expr) -> str:
        """SQL of a template in which the number stands as `:number`."""
        made = filled(template, self.dialect, number=self.number, **parts)
        return write_sql(made, self.dialect)


def computed(said: str, about: Known) -> Computed | None:
    """What a sum in words is; None where it is none, or where one of its names means nothing."""
    tree = formula_of(_OVER.sub("", _LEAD.sub("", said.strip())))
    if tree is None:
        return None
    days = _days(tree, about)
    if days is not None:
        return days
    tree, times = _taken_times(tree)
    names = list(dict.fromkeys(names_in(tree)))
    found = columns_named(names, about) if 0 < len(names) <= _MOST else None
    if found is None:
        return None
    refs = dict(zip(names, found[0], strict=True))
    if not _adds_up(tree, refs, found[1]) or _is_odd(tree, refs):
        return None
    sides = (tree.left, tree.right) if _divides(tree) else ()
    apart = [_number(side, refs, about) for side in sides]
    told = _told(tree, refs) if times == 1 else f"{_told(tree, refs)} times {written(times)}"
    return Computed(
        _number(tree, refs, about),
        about.catalog.dialect,
        found[1],
        told,
        (apart[0], apart[1]) if apart else None,
        times,
    )


def _days(tree: Sum, about: Known) -> Computed | None:
    """`the finish date minus the start date`: the days that lie between both, of one row."""
    left, right = tree.left, tree.right
    if tree.sign != "-" or not isinstance(left, str) or not isinstance(right, str):
        return None
    meant = [list(_dates(name, about)) for name in (left, right)]
    found = _fitting(meant, about) if all(meant) else None
    if found is None or found[0][0].table != found[0][1].table:
        return None
    dialect = about.catalog.dialect
    until, since = (_column(ref, about) for ref in found[0])
    told = f"days from {plain(found[0][1].ref)} to {plain(found[0][0].ref)}"
    moments = any(about.column(ref.ref).kind is Kind.TIMESTAMP for ref in found[0])
    days = days_between(since, until, dialect, moments=moments)
    return Computed(days, dialect, found[1], told)


def of_rows(made: Computed, rows: str, about: Known) -> Computed:
    """The same for each of the rows that it is told of, where several of them share a number."""
    owners = [found.table for found in about.lexicon.find(words_of(rows)) if not found.column][:1]
    if made.table not in owners and owners and all_of_one(owners[0], [made.table], about):
        return replace(made, table=owners[0])
    return made


def columns_named(names: Sequence[str], about: Known) -> tuple[tuple[Candidate, ...], str] | None:
    """The numbers that names stand for, and the table of which each row has one of all of them."""
    meant = [list(_numbers(name, about)) for name in names]
    return _fitting(meant, about) if all(meant) else None


_Refs = Mapping[str, Candidate]


def _taken_times(tree: Sum) -> tuple[Sum, float]:
    """`price / cost * 100`: the ratio, and what it is taken times."""
    left, right = tree.left, tree.right
    if tree.sign == "*" and isinstance(right, float) and isinstance(left, Sum) and _divides(left):
        return left, right
    return tree, 1.0


def _divides(tree: Formula) -> bool:
    """Whether one number is set against another; what is divided by 100 is only written so."""
    return isinstance(tree, Sum) and (
        (tree.sign == "/" and not isinstance(tree.right, float))
        or _divides(tree.left)
        or _divides(tree.right)
    )


def _adds_up(tree: Sum, refs: _Refs, table: str) -> bool:
    """Whether no term repeats the amount of another row for each row that belongs to it."""
    if tree.sign == "/" and not isinstance(tree.right, float):
        apart = _divides(tree.left) or _divides(tree.right)
        return not apart and all(ref.table == table for ref in refs.values())
    if _divides(tree):
        return False
    terms = [term for term in _terms(tree) if term]
    return all(any(refs[name].table == table for name in term) for term in terms)


def _terms(tree: Formula) -> list[list[str]]:
    """The names that are multiplied with each other, for each amount that is added."""
    if not isinstance(tree, Sum):
        return [[tree] if isinstance(tree, str) else []]
    left, right = _terms(tree.left), _terms(tree.right)
    if tree.sign != "*":
        return [*left, *right]
    return [[*one, *other] for one in left for other in right]


def _is_odd(tree: Formula, refs: _Refs) -> bool:
    """Whether a share or a rate is added to something, or a number to itself."""
    if not isinstance(tree, Sum):
        return False
    share = isinstance(tree.right, str) and _is_part(refs[tree.right])
    if tree.sign in "+-" and (share or tree.left == tree.right):
        return True
    return _is_odd(tree.left, refs) or _is_odd(tree.right, refs)


def _number(tree: Formula, refs: _Refs, about: Known) -> exp.Expr:
    if isinstance(tree, Sum):
        whole = tree.sign == "/" and isinstance(tree.right, float)
        # A whole number would be divided by a whole one.
        right = str(tree.right) if whole else ":right"
        return filled(
            f":left {tree.sign} {right}",
            about.catalog.dialect,
            left=_number(tree.left, refs, about),
            right=_number(tree.right, refs, about),
        )
    if not isinstance(tree, str):
        return exp.Literal.number(written(tree))
    return _column(refs[tree], about)


def _column(ref: Candidate, about: Known) -> exp.Expr:
    return column_of(about.table(ref.table), about.column(ref.ref).name)


def _told(tree: Formula, refs: _Refs) -> str:
    if isinstance(tree, Sum):
        right = _told(tree.right, refs)
        right = f"({right})" if isinstance(tree.right, Sum) else right
        return f"{_told(tree.left, refs)} {_SPOKEN[tree.sign]} {right}"
    return plain(refs[tree].ref) if isinstance(tree, str) else written(tree)


def _numbers(name: str, about: Known) -> Iterator[Candidate]:
    for found in _columns(name, about):
        if about.column(found.ref).kind.is_number and not about.ties(found.ref):
            yield found


def _dates(name: str, about: Known) -> Iterator[Candidate]:
    for found in _columns(name, about):
        if about.column(found.ref).kind.is_dated:
            yield found


def _columns(name: str, about: Known) -> Iterator[Candidate]:
    words = words_of(re.sub(r"^(?:the|its|their|an?)\s+", "", name.strip(), flags=re.I))
    if not _is_cut(words):
        named = about.lexicon.find(words) or list(_owned(words, about))
        yield from (found for found in named if found.column and found.score >= _LIKELY)


def _owned(words: Sequence[Word], about: Known) -> Iterator[Candidate]:
    """`order amount`: the amount of the orders."""
    for cut in range(len(words) - 1, 0, -1):
        owners = {c.table for c in about.lexicon.find(words[:cut])[:1] if not c.column}
        found = [c for c in about.lexicon.find(words[cut:]) if c.table in owners]
        if found:
            yield from found
            return


def _is_cut(words: Sequence[Word]) -> bool:
    """`books with` of `books with over 300 pages`: no name, but a part of a condition."""
    ends = {word.lower for word in (*words[:1], *words[-1:])}
    return bool(ends & PREPOSITIONS) or any(word.number is not None for word in words)


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
    return next((table for table in tables if all_of_one(table, tables, about)), "")


def all_of_one(table: str, tables: Sequence[str], about: Known) -> bool:
    """Whether every row of the table belongs to one row of each of these."""
    paths = [about.joins.path(table, other) for other in tables if other != table]
    return all(path and not any(edge.multiplies for edge in path) for path in paths)
