"""Parts that other rows play for a row, by the names of its keys: its parent, its origin."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from knowledge.catalog import Column, Table
from pipeline.rules.schema.joins import JoinGraph
from pipeline.rules.schema.names import expanded
from pipeline.rules.schema.roles import ABOVE, superiors
from pipeline.rules.text.words import lemma_of, name_words
from pipeline.rules.vocabulary.nouns import REFERENCES
from pipeline.rules.vocabulary.parts import DEEDS, PARTS_IN_FULL, SUPERIORS

# What a key ends in, however short it is written.
_TAILS = REFERENCES | {"cd", "nr", "num", "ref", "fk"}
_APART = "~"
_DEED, _VERB = "by", "to"
_SHORTEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """The part that a row of `other` plays for a row of `table`, whose `column` is its `key`.

    It goes by the `nouns`, and is told by `deeds` (`referred` by it) and by what rows do to it
    (`report` to it). Where nothing but names says that the key leads there it is not `sure`.
    """

    table: str
    column: str
    other: str
    key: str
    nouns: tuple[str, ...]
    deeds: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    sure: bool = True

    @property
    def name(self) -> str:
        """The key of the rows in this part, as of a table of their own."""
        return f"{self.other}{_APART}{self.nouns[0].replace(' ', '_')}"

    @property
    def itself(self) -> bool:
        """Whether rows of one table play the part for each other."""
        return self.table == self.other

    def rows(self, table: Table) -> Table:
        """The rows of the other table in this part."""
        return replace(table, name=self.name.removeprefix(f"{table.schema}."), foreign_keys=())


def roles_of(tables: Iterable[Table], joins: JoinGraph) -> Iterator[Role]:
    """The parts that keys are named after, of all tables."""
    by_key = {table.key: table for table in tables}
    for table in by_key.values():
        found = [
            replace(made, sure=sure)
            for column, other, key, sure in _keys(table, by_key, joins)
            if (made := _role(table, column, by_key[other], key)) is not None
        ]
        # What several keys of a table are named after tells none of them from the others.
        nouns = [role.nouns[0] for role in found]
        yield from (role for role in found if nouns.count(role.nouns[0]) == 1)


def _keys(
    table: Table, tables: dict[str, Table], joins: JoinGraph
) -> Iterator[tuple[str, str, str, bool]]:
    """The columns that lead to one row of a table, and whether the data say so."""
    found = set[str]()
    for edge in joins.edges(table.key):
        if not edge.multiplies and len(edge.pairs) == 1 and edge.right in tables:
            column, key = edge.pairs[0]
            found.add(column)
            yield column, edge.right, key, True
    for column, key in superiors(table):
        if column not in found:
            found.add(column)
            yield column, table.key, key, True
    keys = [each for each in table.columns if each.primary_key]
    for each in table.columns if len(keys) == 1 else ():
        if each.name not in found and _may_lead(each, keys[0]):
            yield each.name, table.key, keys[0].name, False


def _may_lead(column: Column, key: Column) -> bool:
    """`referred_by` of a number that is one of the keys of the same table."""
    words = name_words(column.name)
    told = words[-1:] in ((_DEED,), (_VERB,)) or words[-2:-1] == (_DEED,)
    if not told or column.primary_key or column.kind is not key.kind or not column.kind.is_number:
        return False
    bounds = (column.low, column.high, key.low, key.high)
    if None in bounds:
        return False
    try:
        low, high, first, last = (float(str(bound)) for bound in bounds)
    except ValueError:
        return False
    return first <= low and high <= last


def words_beside(column: str, other: Table, key: str) -> list[str]:
    """What the name of a key says besides the rows that it leads to; nothing of a plain one."""
    words = [PARTS_IN_FULL.get(word, word) for word in expanded(name_words(column))]
    rows = {*name_words(other.name), *expanded(name_words(other.name)), *name_words(key)}
    rows |= set(expanded(name_words(key)))
    own = {lemma_of(word) for word in rows} | rows
    while words and words[-1] in _TAILS:
        words.pop()
    return [word for word in words if word not in own and lemma_of(word) not in own]


def _role(table: Table, column: str, other: Table, key: str) -> Role | None:
    told = words_beside(column, other, key)
    if not told or len(told) > len((_DEED, _VERB)) or len(told[0]) < _SHORTEST:
        return None
    if _DEED in told or _VERB in told:
        return _of_deed(Role(table=table.key, column=column, other=other.key, key=key, nouns=()),
                        told)  # fmt: skip
    noun = told[-1]
    nouns = SUPERIORS.get(noun, (noun,))
    deeds = tuple(dict.fromkeys(deed for each in nouns for deed in _deeds(each)))
    verbs = ("report",) if noun in SUPERIORS and noun in ABOVE and "boss" in nouns else ()
    return Role(
        table=table.key, column=column, other=other.key, key=key,
        nouns=nouns, deeds=deeds, verbs=verbs,
    )  # fmt: skip


def _of_deed(role: Role, told: list[str]) -> Role | None:
    """`referred_by` is a referrer, `reports_to` a boss; nothing of `from_date_to`."""
    if told[-1] == _VERB and lemma_of(told[0]) in ("report", "reporting"):
        return replace(role, nouns=SUPERIORS["manager"], deeds=_deeds("manager"),
                       verbs=("report",))  # fmt: skip
    if told[-1] != _DEED or not told[0].endswith("ed"):
        return None
    deed = told[0]
    stem = deed.removesuffix("ed")
    return replace(role, nouns=(f"{stem}er", f"{stem}or"), deeds=(deed,))


def _deeds(noun: str) -> tuple[str, ...]:
    """What somebody who is called so has done: a manager managed, a leader led."""
    if noun in DEEDS:
        return (DEEDS[noun],)
    if noun.endswith(("er", "or")) and len(noun) > _SHORTEST:
        base = noun[:-2]
        return (f"{base}d" if base.endswith("e") else f"{base}ed",)
    return ()
