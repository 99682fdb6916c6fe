"""Sources of rows in a statement: how many rows they have at most, and what is in them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlglot import exp

from pipeline.sql.rules.amounts import A_TABLE, OF_A_TABLE, ONE, Amount, Value, largest_of
from pipeline.sql.text.inspected import StatementRefusedError

# Rows made of nothing, and those that are made for each row of a table.
_MOST_ROWS = 10_000_000


_MOST_BY_ROWS = 100_000


# Moments of which the days are taken to differ: were they all alike, few would still meet.
_FEW_MOMENTS = 10_000


TIMES = frozenset({"DATE", "DATETIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMPNTZ", "TIMESTAMPLTZ"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """Rows, and what is in their columns; `rest` is in those that are not named."""

    rows: Amount = ONE
    columns: tuple[tuple[str, Value], ...] = ()
    rest: Value | None = None
    unique: frozenset[str] = frozenset()

    def column(self, name: str) -> Value | None:
        found = [value for each, value in self.columns if each == name]
        return largest_of(found) if found else self.rest

    @property
    def any_column(self) -> Value:
        values = [value for _, value in self.columns]
        return largest_of(values + ([self.rest] if self.rest else []))


A_TABLE_OF_ROWS = Relation(rows=A_TABLE, rest=OF_A_TABLE)


@dataclass(slots=True, kw_only=True)
class Scope:
    """The names that an expression may use, and how many rows an aggregate in it goes over."""

    parent: "Scope | None" = None
    sources: dict[str, Relation] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    queries: dict[str, Relation] = field(default_factory=dict)
    rows: Amount = ONE

    def query(self, name: str) -> Relation | None:
        return self.queries.get(name) or (self.parent.query(name) if self.parent else None)

    def named(self, name: str, table: str) -> Value:
        """What a column may hold; one that nobody knows comes from a table."""
        if not table and name in self.values:
            return self.values[name]
        if table in self.sources:
            return self.sources[table].column(name) or OF_A_TABLE
        found = [] if table else [each.column(name) for each in self.sources.values()]
        known = [value for value in found if value is not None]
        if known:
            return largest_of(known)
        return self.parent.named(name, table) if self.parent else OF_A_TABLE


def require_few(found: Relation) -> Relation:
    if found.rows.fixed > _MOST_ROWS or found.rows.by_rows > _MOST_BY_ROWS:
        raise StatementRefusedError(because="it builds a list of enormous length")
    return found


def renamed(found: Relation, alias: exp.Expr | None) -> Relation:
    """The relation with the names that an alias gives to its columns."""
    listed = alias.args.get("columns") if isinstance(alias, exp.Expr) else None
    given = [each.name.lower() for each in listed or () if each.name]
    if not given:
        return found
    values = [value for _, value in found.columns]
    values += [found.any_column] * (len(given) - len(values))
    names = [name for name, _ in found.columns]
    unique = {
        new
        for at, new in enumerate(given)
        if "*" in found.unique or (at < len(names) and names[at] in found.unique)
    }
    renamed = [*zip(given, values, strict=False), *found.columns[len(given) :]]
    return replace(found, columns=tuple(renamed), unique=frozenset(unique))


def both(one: Relation, other: Relation) -> Relation:
    """The rows of either."""
    columns = []
    for at, (name, value) in enumerate(one.columns):
        beside = other.columns[at][1] if at < len(other.columns) else other.any_column
        columns.append((name, value.or_other(beside)))
    rests = [each.rest for each in (one, other) if each.rest is not None]
    rest = largest_of(rests) if rests else None
    return Relation(rows=one.rows.plus(other.rows), columns=tuple(columns), rest=rest)


def all_columns(found: Relation) -> list[tuple[str, Value]]:
    rest = [("", found.rest)] if found.rest is not None else []
    return [*found.columns, *rest]


def unique_of(query: exp.Select, scope: Scope) -> frozenset[str]:
    """Columns of which no value comes twice: what alone is grouped by, or told apart."""
    group = query.args.get("group")
    keys = group.expressions if group is not None else []
    items = {item.alias_or_name.lower(): item.unalias() for item in query.expressions}
    if query.args.get("distinct") is not None and len(items) == 1:
        return frozenset(items)
    if len(keys) == 1:
        key = keys[0]
        if isinstance(key, exp.Literal) and key.name.isdigit():
            at = int(key.name) - 1
            return frozenset(list(items)[at : at + 1])
        return frozenset(name for name, item in items.items() if item == key or name == key.name)
    if group is None and len(scope.sources) == 1:
        unique = next(iter(scope.sources.values())).unique
        few = scope.rows.total <= _FEW_MOMENTS
        plain = {name: _of_moment(item) if few else item for name, item in items.items()}
        return frozenset(
            name
            for name, item in plain.items()
            if isinstance(item, exp.Column) and {item.name.lower(), "*"} & unique
        )
    return frozenset()


def _of_moment(item: exp.Expr) -> exp.Expr:
    """The column that a date is made of."""
    return item.this if isinstance(item, exp.Cast) and item.to.this.name in TIMES else item


def joined_rows(
    rows: Amount,
    found: Relation,
    join: exp.Expr | None,
    name: str,
    before: Mapping[str, Relation],
) -> Amount:
    """Rows of a join: all with all, or where a key is joined by no more than one with each."""
    if join is None:
        return rows.times(found.rows)
    if str(join.args.get("kind") or "").upper() in {"SEMI", "ANTI"}:
        return rows
    side = str(join.args.get("side") or "").upper()
    new, old = _keys_joined(join, name, {**before, name: found})
    if _is_among(new, found.unique):
        return rows.plus(found.rows) if side in {"RIGHT", "FULL"} else rows
    only = next(iter(before.values())) if len(before) == 1 else None
    if only is not None and _is_among(old, only.unique):
        return found.rows.plus(rows) if side in {"LEFT", "FULL"} else found.rows
    return rows.times(found.rows)


def _is_among(keys: set[str], unique: frozenset[str]) -> bool:
    return bool(keys) and ("*" in unique or bool(keys & unique))


def _keys_joined(
    join: exp.Expr, name: str, sources: Mapping[str, Relation]
) -> tuple[set[str], set[str]]:
    """The columns of the joined relation, and of those before it, that must be equal."""
    new = {key.name.lower() for key in join.args.get("using") or ()}
    old = set(new)
    for part in parts_that_hold(join.args.get("on")):
        if not isinstance(part, exp.EQ):
            continue
        for one, other in ((part.this, part.expression), (part.expression, part.this)):
            if not isinstance(one, exp.Column):
                continue
            owner = _owner(one, sources)
            others = {_owner(column, sources) for column in other.find_all(exp.Column)}
            if owner == name and not others & {name, ""}:
                new.add(one.name.lower())
            elif owner not in {name, ""} and others <= {name}:
                old.add(one.name.lower())
    return new, old


def _owner(column: exp.Column, sources: Mapping[str, Relation]) -> str:
    """The source that a column is certain to be of; none where several may have it."""
    if column.table:
        return column.table.lower()
    name = column.name.lower()
    having = [key for key, each in sources.items() if name in dict(each.columns)]
    return having[0] if len(having) == 1 else ""


def parts_that_hold(condition: exp.Expr | None) -> list[exp.Expr]:
    """The parts of a condition that all hold."""
    whole = condition.unnest() if isinstance(condition, exp.Expr) else None
    if whole is None:
        return []
    return list(whole.flatten()) if isinstance(whole, exp.And) else [whole]
