"""Certainty from two readings: where two that err differently agree, both are probably right.

Agreement of independent readers as a sign of certainty is the idea of query by committee (Seung,
Opper and Sompolinsky, 1992). The probability of each kind of agreement is fitted on databases that
neither reading was developed on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from pipeline.reader.reader import MOST_OFFERED, LearnedReading, Row, result_key

Run = Callable[[str], Sequence[Row] | None]


class AgreementKind(StrEnum):
    """How a first reading, by rules, stands to the candidates of the learned one."""

    ANSWERED_FIRST = "answered, and the learned reading's first is the same"
    ANSWERED_AMONG = "answered, and another candidate is the same"
    ANSWERED_APART = "answered, and no candidate is the same"
    ASKED_FIRST = "asked, and the learned reading's first is the first option"
    ASKED_AMONG = "asked, and the learned reading's first is another option"
    ASKED_APART = "asked, and the learned reading's first is no option"
    NOT_READ = "not read by the rules"


_KINDS = tuple(AgreementKind)
_ANSWERED = (
    AgreementKind.ANSWERED_FIRST, AgreementKind.ANSWERED_AMONG, AgreementKind.ANSWERED_APART,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FirstReading:
    """What another reading came to: one statement if `answered`, else the options it asks about."""

    answered: bool
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A statement to choose, and which readings have it."""

    sql: str
    by_rules: bool
    learned: bool
    place: int


def kind_of(
    first: FirstReading, learned: LearnedReading, is_same: Callable[[str, str], bool]
) -> AgreementKind:
    """The kind of agreement between the two readings."""
    candidates = [candidate.sql for candidate in learned.candidates]
    if first.answered:
        same = [is_same(first.statements[0], sql) for sql in candidates]
        if same[:1] == [True]:
            return AgreementKind.ANSWERED_FIRST
        return AgreementKind.ANSWERED_AMONG if any(same) else AgreementKind.ANSWERED_APART
    if not first.statements:
        return AgreementKind.NOT_READ
    same = [is_same(sql, candidates[0]) for sql in first.statements] if candidates else []
    if same[:1] == [True]:
        return AgreementKind.ASKED_FIRST
    return AgreementKind.ASKED_AMONG if any(same) else AgreementKind.ASKED_APART


def agreement_row(kind: AgreementKind, learned: LearnedReading) -> list[float]:
    """What the probability of an agreement is judged by."""
    first = learned.candidates[0].probability if learned.candidates else 0.0
    is_kind = [float(kind is each) for each in _KINDS]
    return [*is_kind, *(learned.confidence * each for each in is_kind), first, learned.gap]


def offers_of(
    first: FirstReading,
    learned: LearnedReading,
    kind: AgreementKind,
    is_same: Callable[[str, str], bool],
) -> tuple[Offer, ...]:
    """One list: the answer first, then the options of both readings by turns, each once."""
    rules = [Offer(sql, True, False, at) for at, sql in enumerate(first.statements)]  # noqa: FBT003
    ours = [Offer(each.sql, False, True, at) for at, each in enumerate(learned.candidates)]  # noqa: FBT003
    turns = (rules, ours) if kind in _ANSWERED else (ours, rules)
    longest = max(len(rules), len(ours))
    by_turns = [side[at] for at in range(longest) for side in turns if at < len(side)]
    found: list[Offer] = []
    for offer in by_turns:
        place = next((n for n, have in enumerate(found) if is_same(have.sql, offer.sql)), None)
        if place is not None:
            have = found[place]
            by_rules, by_learned = have.by_rules or offer.by_rules, have.learned or offer.learned
            found[place] = Offer(have.sql, by_rules, by_learned, have.place)
        elif len(found) < MOST_OFFERED:
            found.append(offer)
    return tuple(found)


class Sameness:
    """Whether two statements are the same, with what was worked out kept."""

    def __init__(self, dialect: str, run: Run | None) -> None:
        self._dialect, self._run = dialect, run
        self._texts: dict[str, str] = {}
        self._keys: dict[str, object] = {}

    def is_same(self, one: str, other: str) -> bool:
        if self._text(one) == self._text(other):
            return True
        key = self._key(one)
        return key is not None and key == self._key(other)

    def _text(self, sql: str) -> str:
        if sql not in self._texts:
            self._texts[sql] = canonical_sql(sql, self._dialect)
        return self._texts[sql]

    def _key(self, sql: str) -> object:
        if self._run is None:
            return None
        if sql not in self._keys:
            rows = self._run(sql)
            # The order is left out: one reading may sort what the other one lists.
            self._keys[sql] = None if rows is None else result_key(rows, ordered=False)
        return self._keys[sql]


def canonical_sql(sql: str, dialect: str) -> str:
    """The statement in a form in which names, aliases and the order of tests do not differ.

    A statement that cannot be parsed stays as it is.
    """
    try:
        tree = sqlglot.parse_one(sql, read=dialect)
    except SqlglotError:
        return sql
    names = {
        table.alias.lower(): table.name.lower() for table in tree.find_all(exp.Table) if table.alias
    }
    for table in tree.find_all(exp.Table):
        table.set("alias", None)
    for alias in list(tree.find_all(exp.Alias)):
        alias.replace(alias.this)
    several = len(list(tree.find_all(exp.Table))) > 1
    for column in tree.find_all(exp.Column):
        owner = names.get(column.table.lower(), column.table.lower())
        column.set("table", exp.to_identifier(owner) if owner and several else None)
    for identifier in tree.find_all(exp.Identifier):
        identifier.set("this", identifier.name.lower())
        identifier.set("quoted", None)
    for ordered in tree.find_all(exp.Ordered):
        ordered.set("nulls_first", None)
    for kind in (exp.And, exp.Or, exp.EQ):
        for node in list(tree.find_all(kind)):
            _sort(node)
    return tree.sql(dialect=dialect)


def _sort(node: exp.Binary) -> None:
    """Put the two sides of a symmetric test in one order."""
    left, right = node.left, node.right
    both = isinstance(left, exp.Column) == isinstance(right, exp.Column)
    if both and left.sql() > right.sql():
        node.set("this", right)
        node.set("expression", left)
