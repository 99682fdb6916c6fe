"""Whether a change has no condition that could leave a row out.

A condition is tried for every value that its columns may have beside its constants. What is said of
other tables, of the moment or of a function without columns may hold for all rows at once, and is
taken to do so. What cannot be tried out is no proof: the preview counts the rows.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from sqlglot import exp

from pipeline.sql.names.sources import conjuncts

Truth: TypeAlias = bool | None
_Known: TypeAlias = Mapping[str, float | Truth] | None
_MOST_TRIED = 20_000
_SELF_TRUE = (exp.EQ, exp.GTE, exp.LTE, exp.NullSafeEQ, exp.Like, exp.ILike, exp.RegexpLike)
_SELF_FALSE = (exp.NEQ, exp.GT, exp.LT, exp.NullSafeNEQ)
_TURNED: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.GT: exp.LT, exp.LT: exp.GT, exp.GTE: exp.LTE, exp.LTE: exp.GTE,
}  # fmt: skip
_CONDITIONS = (exp.Predicate, exp.Connector, exp.Not)
_NOT_NEGATIVE = (exp.Length, exp.Abs, exp.ArraySize, exp.ByteLength)
_QUERIED = (exp.Any, exp.All, exp.Query)
_UNSTEADY = (exp.Rand, exp.Randn, exp.Uuid)


def changes_every_row(tree: exp.Expr) -> bool:
    """Whether an UPDATE, DELETE or MERGE is certain to take every row of its table that is full."""
    if isinstance(tree, exp.Merge):
        return any(_is_vacuous(condition, _of_merge(tree)) for condition in _merge_conditions(tree))
    if not isinstance(tree, exp.Update | exp.Delete):
        return False
    where = tree.args.get("where")
    if where is None:
        return True
    target = _of_change(tree)
    if _is_vacuous(where.this, target, always=True):
        return True
    joined = [join.args.get("on") for join in _joins(tree) if join.args.get("on") is not None]
    return all(_is_vacuous(condition, target) for condition in (where.this, *joined))


def every_row_sentence(tree: exp.Expr) -> str:
    """Why such a change does not go on."""
    verb = tree.key.upper()
    if tree.args.get("where") is None and tree.args.get("on") is None:
        return f"This {verb} has no condition and would change every row."
    return f"The condition of this {verb} leaves no row out, so it would change every row."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """The table that is changed, the names it goes by, and those of the sources beside it."""

    table: str
    names: frozenset[str]
    same: frozenset[str] = frozenset()
    others: Mapping[str, exp.Expr] = field(default_factory=dict)

    def owns(self, column: exp.Column) -> bool:
        return not column.table or column.table.lower() in self.names


def _of_change(tree: exp.Expr) -> _Target:
    tables = [tree.this, *(tree.args.get("tables") or ())]
    from_ = tree.args.get("from_")
    beside = [*(tree.args.get("using") or ()), *([from_.this] if from_ is not None else [])]
    return _target(tables, [*beside, *(join.this for join in _joins(tree))])


def _joins(tree: exp.Expr) -> list[exp.Expr]:
    """The joins of all that a change reads."""
    from_ = tree.args.get("from_")
    read = [tree.this, *(tree.args.get("using") or ()), *([from_.this] if from_ else [])]
    return [join for node in read for join in node.args.get("joins") or ()]


def _of_merge(tree: exp.Merge) -> _Target:
    return _target([tree.this], [tree.args["using"]])


def _target(tables: Sequence[exp.Expr], beside: Sequence[exp.Expr]) -> _Target:
    """Where one of the sources is the target itself under its alias, as T-SQL has it, it is one."""
    first = tables[0]
    names = {node.alias_or_name.lower() for node in tables} | {first.name.lower()}
    aliased = [node for node in beside if node.alias_or_name.lower() in names]
    table = (aliased[0] if aliased else first).name.lower()
    others = {node.alias_or_name.lower(): node for node in beside if node not in aliased}
    same = {
        name
        for name, node in others.items()
        if isinstance(node, exp.Table) and node.name.lower() == table
    }
    return _Target(table=table, names=frozenset(names), same=frozenset(same), others=others)


def _merge_conditions(tree: exp.Merge) -> Iterator[exp.Expr]:
    """What must hold for a row to be changed or deleted, for each WHEN that does so."""
    whens = tree.args.get("whens")
    on = tree.args.get("on") or exp.true()
    for when in whens.expressions if whens is not None else ():
        then = when.args.get("then")
        changes = isinstance(then, exp.Update) or then is None or then.name.upper() == "DELETE"
        if not changes or not (when.args.get("matched") or when.args.get("source")):
            continue
        met = on.copy() if when.args.get("matched") else exp.not_(on.copy())
        further = when.args.get("condition")
        yield met if further is None else exp.and_(met, further.copy())


def _is_vacuous(condition: exp.Expr, target: _Target, *, always: bool = False) -> bool:
    """Whether all parts of a condition can hold for all rows, or `always` do so."""
    return all(_holds_for_all(part, target, always=always) for part in conjuncts(condition))


def _holds_for_all(part: exp.Expr, target: _Target, *, always: bool = False) -> bool:
    """Parts of an OR that share nothing hold for all rows only where one of them does."""
    whole = part.unnest()
    parts = list(whole.flatten()) if isinstance(whole, exp.Or) else [whole]
    return any(_is_tautology(group, target, always) for group in _groups(parts, target))


def _groups(parts: Sequence[exp.Expr], target: _Target) -> list[list[exp.Expr]]:
    groups: list[tuple[set[str], list[exp.Expr]]] = []
    for part in parts:
        names = _Condition([part], target).unknowns
        met = [group for group in groups if group[0] & names]
        groups = [group for group in groups if not group[0] & names]
        merged = set(names).union(*(group[0] for group in met))
        groups.append((merged, [*(each for group in met for each in group[1]), part]))
    return [group for _, group in groups]


def _is_tautology(parts: Sequence[exp.Expr], target: _Target, always: bool) -> bool:  # noqa: FBT001  as asked above
    condition = _Condition(parts, target)
    rows, world = condition.rows(), condition.world()
    if rows is None or world is None:
        return False
    worlds = all if always else any
    return worlds(all(condition.holds({**one, **row}) for row in rows) for one in world)


class _Condition:
    """Parts of which one must hold, and all that they depend on."""

    def __init__(self, parts: Sequence[exp.Expr], target: _Target) -> None:
        self._parts = parts
        self._target = target
        self._constants: dict[str, set[float | str]] = {}
        self._may_be_null: set[str] = set()
        self._free: set[str] = set()
        self._of_world: set[str] = set()
        self._not_negative: set[str] = set()
        self._booleans: set[str] = set()
        self._collect()

    @property
    def unknowns(self) -> set[str]:
        return set(self._constants) | self._free | self._of_world | self._may_be_null

    def rows(self) -> list[dict[str, float | Truth]] | None:
        """All that a row may be; None where that is too much to try."""
        names = sorted(set(self._constants) | self._may_be_null)
        values = [self._values(name) for name in names]
        free = sorted(self._free)
        return _combined([*names, *free], [*values, *([True, False] for _ in free)])

    def world(self) -> list[dict[str, float | Truth]] | None:
        """All that may be so for every row alike."""
        names = sorted(self._of_world)
        return _combined(names, [[True, False] for _ in names])

    def holds(self, known: Mapping[str, float | Truth]) -> bool:
        return any(self._truth(part, known) is True for part in self._parts)

    def _values(self, name: str) -> list[float | None]:
        """A value at each constant, between two of them, and beyond; whole numbers have no gap."""
        constants = sorted(self._constants.get(name, set()), key=_sorting)
        found: list[float | None] = [float(at) for at in range(1, len(constants) + 1)]
        found += [at + 0.5 for at in range(len(constants) + 1) if not _is_next(constants, at)]
        if name in self._booleans:
            found = [1.0, 2.0 if len(constants) > 1 else 0.5]
        lowest = constants[0] if constants else None
        if name in self._not_negative and isinstance(lowest, float) and lowest <= 0:
            found = [each for each in found if each is None or each >= 1]
        return [*found, None] if name in self._may_be_null else found

    def _rank(self, name: str, constant: float | str) -> float:
        return float(sorted(self._constants[name], key=_sorting).index(constant) + 1)

    def _collect(self) -> None:
        """Reads the parts once without knowing anything, to hear what they ask for."""
        for part in self._parts:
            self._truth(part, None)

    def _truth(self, node: exp.Expr, known: _Known) -> Truth:
        node = node.unnest()
        for kinds, evaluate in (
            ((exp.And, exp.Or), self._connected),
            ((exp.Not,), self._not),
            ((exp.Is,), self._is),
            ((exp.Case,), self._case),
            ((exp.Coalesce,), self._coalesced),
            ((exp.Between,), self._between),
            ((exp.In,), self._in),
        ):
            if isinstance(node, kinds):
                return evaluate(node, known)
        return self._atom(node, known)

    def _not(self, node: exp.Expr, known: _Known) -> Truth:
        inner = self._truth(node.this, known)
        return None if inner is None else not inner

    def _coalesced(self, node: exp.Expr, known: _Known) -> Truth:
        given = [self._truth(each, known) for each in (node.this, *node.expressions)]
        return next((each for each in given if each is not None), None)

    def _between(self, node: exp.Expr, known: _Known) -> Truth:
        low = exp.GTE(this=node.this.copy(), expression=node.args["low"].copy())
        high = exp.LTE(this=node.this.copy(), expression=node.args["high"].copy())
        return self._connected(exp.And(this=low, expression=high), known)

    def _connected(self, node: exp.Expr, known: _Known) -> Truth:
        left, right = self._truth(node.this, known), self._truth(node.expression, known)
        decides = isinstance(node, exp.Or)
        if decides in (left, right):
            return decides
        return None if None in (left, right) else not decides

    def _is(self, node: exp.Expr, known: _Known) -> Truth:
        if node.args.get("negate"):
            plain = exp.Is(this=node.this.copy(), expression=node.expression.copy())
            return self._not(exp.Not(this=plain), known)
        right, inner = node.expression, node.this.unnest()
        if isinstance(right, exp.Boolean):
            return self._truth(inner, known) is bool(right.this)
        if isinstance(right, exp.Null) and isinstance(inner, _CONDITIONS):
            return self._truth(inner, known) is None
        if isinstance(right, exp.Null) and isinstance(inner, exp.Column):
            name = _key(inner, self._target)
            if self._target.owns(inner):
                self._may_be_null.add(name)
                self._constants.setdefault(name, set())
                return known is not None and known.get(name) is None
        if self._is_itself(inner, right.unnest()):
            return True
        return self._opaque(node, known)

    def _case(self, node: exp.Expr, known: _Known) -> Truth:
        results = [branch.args["true"] for branch in node.args["ifs"]]
        default = node.args.get("default")
        if node.this is not None:
            given = {self._truth(each, known) for each in (*results, default or exp.null())}
            return given.pop() if len(given) == 1 else self._opaque(node, known)
        found: Truth = None if default is None else self._truth(default, known)
        for branch in reversed(node.args["ifs"]):
            result = self._truth(branch.args["true"], known)
            if self._truth(branch.this, known) is True:
                found = result
        return found

    def _in(self, node: exp.Expr, known: _Known) -> Truth:
        query = node.args.get("query")
        if query is not None:
            if _is_empty(query):
                return False
            return True if self._covers(query, node.this) else self._opaque(node, known)
        if not node.expressions or node.args.get("unnest"):
            return self._opaque(node, known)
        given = [
            self._truth(exp.EQ(this=node.this.copy(), expression=each.copy()), known)
            for each in node.expressions
        ]
        if True in given:
            return True
        return None if None in given else False

    def _atom(self, node: exp.Expr, known: _Known) -> Truth:
        constant = _constant_truth(node)
        if constant is not None:
            return constant
        found = isinstance(node, exp.Exists) and self._always_finds(node.this)
        if found or (isinstance(node, exp.Like | exp.ILike) and _takes_any_text(node.expression)):
            return True
        if isinstance(node, exp.Null):
            return None
        if not isinstance(node, exp.Binary):
            return self._opaque(node, known)
        left, right = node.this.unnest(), node.expression.unnest()
        if self._is_itself(left, right):
            return _of_itself(node)
        return self._compared(node, left, right, known)

    def _is_itself(self, left: exp.Expr, right: exp.Expr) -> bool:
        """The same on both sides, the same column of the same table, or all that this one has."""
        if isinstance(right, _QUERIED) or isinstance(left, _QUERIED):
            return False
        same = _key(left, self._target) == _key(right, self._target)
        if same and not left.find(*_UNSTEADY):
            return True
        for one, other in ((left, right), (right, left)):
            if not isinstance(one, exp.Column) or not isinstance(other, exp.Column):
                continue
            source = self._target.others.get(other.table.lower())
            if not self._target.owns(one) or source is None:
                continue
            if other.table.lower() in self._target.same and one.name.lower() == other.name.lower():
                return True
            if isinstance(source, exp.Subquery) and self._covers(source, one, other.name):
                return True
        return False

    def _compared(self, node: exp.Expr, left: exp.Expr, right: exp.Expr, known: _Known) -> Truth:
        kind = type(node)
        if kind not in _SIGNS:
            return self._opaque(node, known)
        for one, other, compare in ((left, right, kind), (right, left, _TURNED.get(kind, kind))):
            if self._reaches_all(compare, one, other):
                return True
            value = _constant(other)
            if value is None or not self._is_of_row(one):
                continue
            if not isinstance(one, exp.Column) and _holds_for_samples(node):
                return True
            return self._ranked(one, other, compare, known)
        return True if _holds_for_samples(node) else self._opaque(node, known)

    def _ranked(self, one: exp.Expr, other: exp.Expr, kind: type[exp.Expr], known: _Known) -> Truth:
        """A value of the row beside a constant, by their places in the order of constants."""
        name, value = _key(one, self._target), _constant(other)
        if value is None:
            return None
        self._constants.setdefault(name, set()).add(value)
        if isinstance(one, _NOT_NEGATIVE):
            self._not_negative.add(name)
        if isinstance(other, exp.Boolean):
            self._booleans.add(name)
        return None if known is None else _compare(kind, known.get(name), self._rank(name, value))

    def _reaches_all(self, kind: type[exp.Expr], one: exp.Expr, other: exp.Expr) -> bool:
        """`id >= (SELECT min(id) FROM t)`, `id = ANY (SELECT id FROM t)` of the same table."""
        if isinstance(other, exp.All):
            return _is_empty(other.this)
        query = other.this if isinstance(other, exp.Any) else other
        if not isinstance(query, exp.Subquery | exp.Select):
            return False
        if isinstance(other, exp.Any):
            return not issubclass(kind, _SELF_FALSE) and self._covers(query, one)
        select = query.unnest()
        item = select.expressions[0].unalias() if isinstance(select, exp.Select) else None
        bound = (
            exp.Min if issubclass(kind, exp.GTE) else exp.Max if issubclass(kind, exp.LTE) else None
        )
        if bound is None or not isinstance(item, bound):
            return False
        plain = select.copy()
        plain.set("expressions", [item.this.copy()])
        return self._covers(plain, one)

    def _covers(self, query: exp.Expr, column: exp.Expr, name: str = "") -> bool:
        """Whether a query has the column of every row of the table that is changed."""
        column = column.unnest()
        if not isinstance(column, exp.Column) or not self._target.owns(column):
            return False
        waiting = [query]
        while waiting:
            part = waiting.pop().unnest()
            if isinstance(part, exp.Union):
                waiting += [part.this, part.expression]
            elif isinstance(part, exp.Select) and self._is_whole(part, column.name.lower(), name):
                return True
        return False

    def _is_whole(self, select: exp.Select, wanted: str, name: str) -> bool:
        """All rows of the same table, without a condition that may leave any out."""
        from_ = select.args.get("from_")
        table = from_.this if from_ is not None else None
        if not isinstance(table, exp.Table) or table.name.lower() != self._target.table:
            return False
        if any(select.args.get(key) for key in ("joins", "group", "having", "limit", "qualify")):
            return False
        items = [
            item
            for item in select.expressions
            if not name or item.alias_or_name.lower() == name.lower()
        ]
        is_it = any(
            isinstance(item, exp.Star) or item.unalias().name.lower() == wanted
            for item in items or select.expressions
        )
        where = select.args.get("where")
        inner = _Target(table=self._target.table, names=frozenset({table.alias_or_name.lower()}))
        return is_it and (where is None or _is_vacuous(where.this, inner))

    def _always_finds(self, query: exp.Expr) -> bool:
        """EXISTS of the same table's own row, or of nothing but a constant."""
        select = query.unnest()
        if not isinstance(select, exp.Select):
            return False
        from_, where = select.args.get("from_"), select.args.get("where")
        if from_ is None:
            return where is None and not select.args.get("limit")
        table = from_.this
        if not isinstance(table, exp.Table) or table.name.lower() != self._target.table:
            return False
        if select.args.get("joins") or select.args.get("having") or select.args.get("limit"):
            return False
        alias = table.alias_or_name.lower()
        inner = _Target(
            table=self._target.table,
            names=self._target.names - {alias},
            same=frozenset({alias}),
            others={alias: table},
        )
        return where is None or all(_holds_for_all(part, inner) for part in conjuncts(where.this))

    def _is_of_row(self, node: exp.Expr) -> bool:
        columns = [column for column in node.find_all(exp.Column) if self._target.owns(column)]
        return bool(columns) and node.find(exp.Query, *_UNSTEADY) is None

    def _opaque(self, node: exp.Expr, known: _Known) -> Truth:
        """A thing of which nothing is known: of the row, or of the world."""
        key = _key(node, self._target)
        of_row = any(self._target.owns(column) for column in node.find_all(exp.Column))
        inside = node.find(exp.Query)
        if of_row and inside is not None and not _has_outer(node, self._target):
            of_row = False
        (self._free if of_row else self._of_world).add(key)
        found = None if known is None else known.get(key)
        return found if isinstance(found, bool) else None


def _has_outer(node: exp.Expr, target: _Target) -> bool:
    """Whether what holds a query may depend on the row outside of it."""
    for column in node.find_all(exp.Column):
        query = column.find_ancestor(exp.Query)
        within = query is not None and any(query is each for each in node.find_all(exp.Query))
        if not within or query is None:
            return target.owns(column)
        sources = {table.alias_or_name.lower() for table in query.find_all(exp.Table)}
        if not column.table or column.table.lower() in target.names - sources:
            return True
    return False


def _is_empty(query: exp.Expr) -> bool:
    """Whether a query is certain to find nothing."""
    select = query.unnest()
    where = select.args.get("where")
    limit = select.args.get("limit")
    none = limit is not None and _constant(limit.args.get("expression") or exp.null()) == 0
    parts = conjuncts(where.this) if where is not None else ()
    return none or any(_constant_truth(part) is False for part in parts)


def _combined(
    names: Sequence[str], values: Sequence[Sequence[float | Truth]]
) -> list[dict[str, float | Truth]] | None:
    many = 1
    for each in values:
        many *= max(1, len(each))
        if many > _MOST_TRIED:
            return None
    return [dict(zip(names, each, strict=True)) for each in product(*values)]


def _key(node: exp.Expr, target: _Target) -> str:
    """A text for an expression, in which all names of the target are one."""
    bare = node.copy()
    for column in [bare] if isinstance(bare, exp.Column) else list(bare.find_all(exp.Column)):
        if target.owns(column):
            column.set("table", None)
        for identifier in column.find_all(exp.Identifier):
            identifier.set("quoted", value=False)
            identifier.set("this", identifier.name.lower())
    return bare.sql()


def _sorting(constant: float | str) -> tuple[bool, float, str]:
    if isinstance(constant, str):
        return True, 0.0, constant
    return False, constant, ""


def _is_next(constants: Sequence[float | str], at: int) -> bool:
    """Whether there is no whole number between the constants before and after a place."""
    if not 0 < at < len(constants):
        return False
    below, above = constants[at - 1], constants[at]
    return (
        isinstance(below, float)
        and isinstance(above, float)
        and (below.is_integer() and above == below + 1)
    )


_SIGNS: Mapping[type[exp.Expr], Callable[[float, float], bool]] = {
    exp.EQ: operator.eq,
    exp.NullSafeEQ: operator.eq,
    exp.NEQ: operator.ne,
    exp.NullSafeNEQ: operator.ne,
    exp.GT: operator.gt,
    exp.GTE: operator.ge,
    exp.LT: operator.lt,
    exp.LTE: operator.le,
}
_RECKONED: Mapping[type[exp.Expr], Callable[[float, float], float]] = {
    exp.Add: operator.add,
    exp.Sub: operator.sub,
    exp.Mul: operator.mul,
    exp.Div: operator.truediv,
}
_SAMPLES = (-1_000_003.0, -7.0, -0.5, 0.25, 1.0, 3.0, 11.0, 1_000_003.0)


def _compare(kind: type[exp.Expr], value: float | Truth, constant: float) -> Truth:
    if value is not None:
        return _SIGNS[kind](value, constant)
    if issubclass(kind, exp.NullSafeEQ | exp.NullSafeNEQ):
        return issubclass(kind, exp.NullSafeNEQ)
    return None


def _of_itself(node: exp.Expr) -> Truth:
    """A value compared with itself, as it is where it is not empty."""
    if isinstance(node, _SELF_TRUE):
        return True
    return False if isinstance(node, _SELF_FALSE) else None


def _holds_for_samples(node: exp.Expr) -> bool:
    """Whether a comparison of sums and products holds whatever numbers are put in: `a + 1 > a`."""
    names = sorted({column.sql() for column in node.find_all(exp.Column)})
    if not names:
        return False
    for shift in range(len(_SAMPLES)):
        known = {name: _SAMPLES[(shift + 3 * at) % len(_SAMPLES)] for at, name in enumerate(names)}
        left, right = _reckoned(node.this, known), _reckoned(node.expression, known)
        if left is None or right is None or not _SIGNS[type(node)](left, right):
            return False
    return True


def _reckoned(node: exp.Expr, known: Mapping[str, float]) -> float | None:
    """What arithmetic comes to with these numbers; None where it is more than that."""
    node = node.unnest()
    if isinstance(node, exp.Column):
        return known[node.sql()]
    value = _constant(node)
    if value is not None:
        return value if isinstance(value, float) else None
    if isinstance(node, exp.Neg | exp.Abs):
        inner = _reckoned(node.this, known)
        return None if inner is None else -inner if isinstance(node, exp.Neg) else abs(inner)
    reckon = _RECKONED.get(type(node))
    if reckon is None:
        return None
    left, right = _reckoned(node.this, known), _reckoned(node.expression, known)
    if left is None or right is None or (isinstance(node, exp.Div) and not right):
        return None
    return reckon(left, right)


def _takes_any_text(pattern: exp.Expr) -> bool:
    pattern = pattern.unnest()
    return isinstance(pattern, exp.Literal) and bool(pattern.name) and not pattern.name.strip("%")


def _constant(node: exp.Expr) -> float | str | None:
    """The constant that an expression is; None where it is none, or NULL."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        node = node.this
    if isinstance(node, exp.Neg):
        inner = _constant(node.this)
        return -inner if isinstance(inner, float) else None
    if isinstance(node, exp.Boolean):
        return 1.0 if node.this else 0.0
    if not isinstance(node, exp.Literal):
        return None
    try:
        return float(node.name)
    except ValueError:
        return node.name


def _constant_truth(node: exp.Expr) -> Truth:
    """Whether a condition of constants holds; None where it has more than constants."""
    if type(node) in _SIGNS:
        left, right = _constant(node.this), _constant(node.expression)
        if left is None or right is None or isinstance(left, str) != isinstance(right, str):
            return None
        both = sorted({left, right}, key=_sorting)
        return _compare(type(node), float(both.index(left)), float(both.index(right)))
    value = _constant(node)
    if isinstance(value, str):
        return value.lower() in {"t", "true", "yes", "on"}
    return None if value is None else bool(value)
