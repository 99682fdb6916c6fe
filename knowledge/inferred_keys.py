"""Guesses which columns refer to which table, from names and types, where no key is declared."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.catalog import Column, Kind, Table
from knowledge.personal_data import snake

GOOD_NAME = 0.9
_ENDINGS = (
    "_id", "_key", "_code", "_cd", "_no", "_number", "_num", "_nr", "_fk", "_ref", "_sk", "_uuid",
)  # fmt: skip
_BARE = ("id", "key", "code", "cd", "uuid", "no", "number", "num", "nr")
_PREFIXES = ("dim", "fact", "fct", "tbl", "t", "stg", "d", "f")
_MOST_TARGETS = 3
_MOST_NEAR = 40
_SHORT = 4
# Only the values can tell whether a name like these refers to a table.
_BY_VALUES = 0.6
# Who has done something, and the tables of those who do: `sender_id`, `created_by` of users.
_ACTORS = frozenset(
    ("sender", "receiver", "recipient", "author", "owner", "creator", "assignee", "approver",
     "reviewer", "requester", "manager", "supervisor", "reporter", "buyer", "seller", "payer",
     "payee", "caller", "uploader", "referrer", "inviter", "follower", "operator", "editor")
)  # fmt: skip
_PERSONS = frozenset(("user", "person", "employee", "member", "customer", "staff", "people"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """`column` of `table` may refer to `to_column` of `to_table` (catalog keys); best first."""

    table: str
    column: str
    to_table: str
    to_column: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Identity:
    """A column that tells the rows of its table apart, and the names that may stand for it.

    `own` says that the column is named after its table, so that the same name elsewhere means it;
    `head` is the last word of the table's name, where no other table is called so.
    """

    table: Table
    column: Column
    forms: frozenset[str]
    own: bool
    head: str = ""


def guesses(tables: Sequence[Table], *, loosely: bool = False) -> list[Guess]:
    """Likely foreign keys of columns that have none, the best targets of each column first.

    `loosely` says that the engine finds a text equal to the number that it spells.
    """
    targets = _Targets(tables)
    found: list[Guess] = []
    for table in tables:
        if table.view_sql is None:
            for column in _without_key(table):
                near = targets.near(column)
                fit = [one for one in near if _comparable(column, one.column, loosely=loosely)]
                found += _best(table, column, fit) or targets.persons(column, table)
    return found


class _Targets:
    """Identity columns by all names that may stand for them."""

    def __init__(self, tables: Sequence[Table]) -> None:
        prefix = _shared_prefix([snake(table.name) for table in tables])
        heads = Counter(_head(table) for table in tables)
        self._persons: list[_Identity] = []
        self._by_name: dict[str, list[_Identity]] = defaultdict(list)
        for table in tables:
            head = _head(table) if heads[_head(table)] == 1 else ""
            for identity in _identities(table, prefix):
                known = replace(identity, head=head)
                for name in {snake(identity.column.name), *identity.forms, head} - {""}:
                    self._by_name[name].append(known)
                self._persons += [known] if _head(table) in _PERSONS and identity.own else []

    def near(self, column: Column) -> list[_Identity]:
        """The identities that this column's name may mean, whatever stands in front of it."""
        name, stem = snake(column.name), _stem(column.name)
        ends = (stem[at:] for at in range(max(len(stem) - _SHORT + 1, 1)))
        words = name.split("_")
        # `orig_dep_cd`: what a short name is behind the part that it plays.
        parts = ("_".join(words[at:]) for at in range(1, len(words) - 1))
        found: list[_Identity] = []
        for wanted in dict.fromkeys((name, *ends, *parts)):
            found += self._by_name.get(wanted, ())[:_MOST_NEAR]
        return found

    def persons(self, column: Column, table: Table) -> list[Guess]:
        """The only table of people, where a column is called by what one of them did.

        `sender_type` beside `sender_id` says that it may be of another table in each row.
        """
        role = _actor(column.name)
        kinds = {f"{role}_type", f"{role}_kind"}
        mixed = any(snake(other.name) in kinds for other in table.columns)
        if not role or mixed or len({one.table.key for one in self._persons}) != 1:
            return []
        return [
            _guess(table, column, one, _BY_VALUES)
            for one in self._persons
            if _comparable(column, one.column, loosely=False)
        ]


def _without_key(table: Table) -> Iterator[Column]:
    declared = {name for key in table.foreign_keys for name in key.columns}
    for column in table.columns:
        told = column.name not in declared and bool(snake(column.name))
        if told and column.kind in (Kind.INTEGER, Kind.TEXT, Kind.NUMBER):
            yield column


def _identities(table: Table, prefix: str) -> Iterator[_Identity]:
    if table.view_sql is not None:
        return
    forms = _forms(table.name, prefix)
    single_key = len(table.primary_key) == 1
    for column in table.columns:
        if not snake(column.name):
            # Signs alone name nothing that another column could mean.
            continue
        own = _named_after_table(column.name, forms, table.name)
        is_key = column.primary_key and single_key
        distinct = column.unique or (bool(table.rows) and column.distinct == table.rows)
        if is_key or (distinct and (own or column.unique)):
            stem = _stem(column.name).removeprefix(prefix)
            names = forms | ({stem} if is_key and stem else set())
            yield _Identity(table=table, column=column, forms=frozenset(names), own=own)


def _named_after_table(column: str, forms: set[str], table: str) -> bool:
    name, stem = snake(column), _stem(column)
    initials = "".join(word[0] for word in snake(table).split("_") if word)
    return (
        stem == ""
        or stem in forms
        or name.removesuffix("_name") in forms
        or name in {f"{initials}id", f"{initials}_id", f"{snake(table)[:1]}id"}
    )


def _best(table: Table, column: Column, targets: Sequence[_Identity]) -> list[Guess]:
    """The best targets first; of those that are called alike, the one in the same schema."""
    scored = {
        _guess(table, column, identity, score): identity.table.schema != table.schema
        for identity in targets
        if (score := _score(table, column, identity)) > 0
    }
    return sorted(scored, key=lambda guess: (-guess.score, scored[guess]))[:_MOST_TARGETS]


def _guess(table: Table, column: Column, identity: _Identity, score: float) -> Guess:
    return Guess(
        table=table.key,
        column=column.name,
        to_table=identity.table.key,
        to_column=identity.column.name,
        score=score,
    )


def _score(table: Table, column: Column, identity: _Identity) -> float:
    itself = table.key == identity.table.key
    if itself and column == identity.column:
        return 0.0
    most = 1.0 if _comparable(column, identity.column, loosely=False) else _BY_VALUES
    name = snake(column.name)
    if not itself and name == snake(identity.column.name) and name not in _BARE:
        return min(most, _same_name(table, column, identity))
    if not (identity.own or identity.column.primary_key):
        return 0.0
    stem = _stem(column.name)
    by_head = _BY_VALUES if stem and stem == identity.head and not itself else 0.0
    return min(most, max(by_head, _named_after(stem, identity.forms)))


def _same_name(table: Table, column: Column, identity: _Identity) -> float:
    """Two tables with the same key column: the child is the one that is not named by it."""
    if identity.own:
        return 1.0 if not snake(column.name).endswith("_name") else 0.6
    both_keys = column.primary_key or column.unique or column.distinct == table.rows
    key_like = snake(column.name).endswith(_ENDINGS)
    return 0.6 if key_like and not both_keys and identity.column.primary_key else 0.0


def _named_after(stem: str, forms: frozenset[str]) -> float:
    """How well a column's stem names a table of these forms."""
    if not stem:
        return 0.0
    if stem in forms:
        return GOOD_NAME
    # `parent_category_id`, `home_team_id`: a role in front of the table's name.
    if any(stem.endswith(f"_{form}") for form in forms):
        return 0.7
    if any(stem.endswith(form) and len(form) >= _SHORT for form in forms):
        return 0.5
    return 0.0


def _comparable(one: Column, other: Column, *, loosely: bool) -> bool:
    spelled = {one.kind, other.kind} == {Kind.TEXT, Kind.INTEGER}
    numbers = one.kind.is_number and other.kind.is_number
    return one.kind is other.kind or numbers or (loosely and spelled)


def _actor(column: str) -> str:
    """What somebody did, where a column is called so: `sender` of `sender_id`, `created_by`."""
    name = snake(column)
    if name.endswith(("ed_by", "ed_to")):
        return name
    stem = _stem(column)
    return stem if stem.rpartition("_")[2] in _ACTORS and stem != name else ""


def _head(table: Table) -> str:
    return _singular(snake(table.name).rpartition("_")[2])


def _stem(column: str) -> str:
    """`customer_id` without its ending; empty for a bare `id`; the name itself has no ending."""
    name = snake(column)
    if name in _BARE:
        return ""
    for ending in _ENDINGS:
        if name.endswith(ending):
            return name.removesuffix(ending)
    return name.removesuffix("id") if name.endswith("id") and len(name) > _SHORT else name


def _forms(table: str, prefix: str) -> set[str]:
    """The table's name in singular and plural, with and without prefixes such as `dim_`."""
    name = snake(table)
    found = {name, name.removeprefix(prefix)}
    first, _, rest = name.partition("_")
    if first in _PREFIXES and rest:
        found.add(rest)
    return found | {_singular(form) for form in found}


def _shared_prefix(names: Sequence[str]) -> str:
    """The first word with its underscore, where every table begins with it."""
    first = {name.partition("_")[0] for name in names}
    compound = all("_" in name for name in names)
    return f"{first.pop()}_" if len(first) == 1 and compound and len(names) > 1 else ""


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > _SHORT:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("people"):
        return word[:-6] + "person"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
