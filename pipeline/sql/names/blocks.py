"""A query as blocks, one per SELECT, with every column traced to its base table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from sqlglot import exp

from knowledge.catalog import Catalog, Table
from knowledge.sql_text import write_sql
from pipeline.sql.names.grants import table_in_catalog
from pipeline.sql.names.sources import conjuncts, joins_of
from pipeline.sql.names.tables import table_name
from pipeline.sql.text.canonical import canonical
from pipeline.sql.text.rebuilding import apart, rebuilt, within_paren

Outputs = Mapping[str, exp.Expr]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseUse:
    """One use of a base table; `mark` tells two uses of one table apart."""

    mark: str
    alias: str
    table: Table


@dataclass(frozen=True, kw_only=True)
class Condition:
    """A condition over base columns that holds for every row of the uses in `holds_for`."""

    expression: exp.Expr
    holds_for: frozenset[str]

    @cached_property
    def form(self) -> str:
        """The text that is equal for conditions that differ only in how they are written."""
        return canonical(self.expression)

    @cached_property
    def columns(self) -> list[exp.Column]:
        """Every column in it, marked with its use."""
        return list(self.expression.find_all(exp.Column))


@dataclass(slots=True, kw_only=True)
class Block:
    """One SELECT. In its expressions every column is `key.column`, marked with its use."""

    select: exp.Select
    uses: list[BaseUse] = field(default_factory=list)
    derived: dict[str, list[Outputs]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    group_keys: list[exp.Expr] = field(default_factory=list)
    outputs: dict[str, exp.Expr] = field(default_factory=dict)
    below: list["Block"] = field(default_factory=list)

    @property
    def projections(self) -> list[exp.Expr]:
        return list(self.outputs.values())


@dataclass(slots=True, kw_only=True)
class QueryBlocks:
    """All blocks of a query, the outermost last."""

    catalog: Catalog
    dialect: str
    blocks: list[Block] = field(default_factory=list)
    uses: list[BaseUse] = field(default_factory=list)
    # Marks behind a CTE that is read more than once: a condition on one reading says nothing of
    # the others.
    shared: set[str] = field(default_factory=set)
    read_once: set[str] = field(default_factory=set)
    unknown: list[str] = field(default_factory=list)

    def read(self, tree: exp.Expr) -> list[Outputs]:
        return self._query(tree, {})

    def key_of(self, column: exp.Column) -> str:
        """The catalog key, in lower case, of the table that a column of a text belongs to.

        Of what cannot be told it is the name as it is written, which is no key.
        """
        if not column.table:
            owners = {use.table.key.lower() for use in self.uses if use.table.column(column.name)}
            return owners.pop() if len(owners) == 1 else ""
        written = ".".join(part for part in (column.catalog, column.db, column.table) if part)
        named = table_in_catalog(written, self.catalog, self.dialect)
        if named is None and not column.db:
            read = {
                use.table.key: use.table
                for use in self.uses
                if use.table.name.lower() == column.table.lower()
            }
            named = next(iter(read.values())) if len(read) == 1 else None
        return (named.key if named is not None else written).lower()

    # -- reading -----------------------------------------------------------------------------

    def _query(self, node: exp.Expr, ctes: Mapping[str, list[Outputs]]) -> list[Outputs]:
        known = dict(ctes)
        with_ = node.args.get("with_")
        for cte in with_.expressions if with_ else ():
            known[cte.alias.lower()] = _renamed(self._query(cte.this, known), cte)
        if isinstance(node, exp.Select):
            return [self._select(node, known)]
        if isinstance(node, exp.SetOperation):
            left = self._query(node.this, known)
            right = self._query(node.expression, known)
            return [*left, *(_named_like(left[0], outputs) for outputs in right)]
        if isinstance(node, exp.Subquery):
            return self._query(node.this, known)
        return [{}]

    def _select(self, select: exp.Select, ctes: Mapping[str, list[Outputs]]) -> Outputs:
        block = Block(select=select)
        first = len(self.blocks)
        for source in _source_nodes(select):
            self._source(source, block, ctes)
        for query in _nested_queries(select):
            self._query(query, ctes)
        block.below = self.blocks[first:]
        self._conditions(block)
        for position, item in enumerate(select.expressions):
            for name, expression in self._items(item, block, position):
                block.outputs[name] = expression
        group = select.args.get("group")
        for key in group.expressions if group else ():
            block.group_keys.append(self._group_key(key, block))
        if group and group.args.get("all"):
            block.group_keys.extend(one for one in block.projections if not one.find(exp.AggFunc))
        self.blocks.append(block)
        return block.outputs

    def _source(self, node: exp.Expr, block: Block, ctes: Mapping[str, list[Outputs]]) -> None:
        alias = node.alias_or_name.lower()
        if isinstance(node, exp.Table) and not node.db and node.name.lower() in ctes:
            outputs = ctes[node.name.lower()]
            self.shared |= _marks(outputs) & self.read_once
            self.read_once |= _marks(outputs)
            block.derived[alias] = _renamed(outputs, node)
        elif isinstance(node, exp.Table):
            table = table_in_catalog(table_name(node), self.catalog, self.dialect)
            if table is None:
                self.unknown.append(table_name(node) or node.this.name)
            else:
                use = BaseUse(mark=f"u{len(self.uses)}", alias=alias, table=table)
                self.uses.append(use)
                block.uses.append(use)
        elif isinstance(node, exp.Subquery):
            block.derived[alias] = _renamed(self._query(node.this, ctes), node)
        elif isinstance(node, exp.Lateral) and isinstance(node.this, exp.Subquery):
            block.derived[alias] = _renamed(self._query(node.this.this, ctes), node)

    def _conditions(self, block: Block) -> None:
        everything = self._marks_of([use.alias for use in block.uses] + list(block.derived), block)
        where = block.select.args.get("where")
        self._add_conditions(where.this if where else None, everything, block)
        before: list[str] = (
            [block.select.args["from_"].this.alias_or_name.lower()]
            if (block.select.args.get("from_"))
            else []
        )
        for join in joins_of(block.select):
            alias = join.this.alias_or_name.lower()
            side = str(join.args.get("side", "")).upper()
            holds = {
                "LEFT": self._marks_of([alias], block),
                "RIGHT": self._marks_of(before, block),
                "FULL": frozenset[str](),
            }.get(side, everything)
            self._add_conditions(join.args.get("on"), holds, block)
            before.append(alias)
        qualify = block.select.args.get("qualify")
        self._add_conditions(qualify.this if qualify else None, everything, block)

    def _marks_of(self, aliases: list[str], block: Block) -> frozenset[str]:
        own = {use.mark for use in block.uses if use.alias in aliases}
        inner = {mark for alias in aliases for mark in _marks(block.derived.get(alias, []))}
        return frozenset(own | inner)

    def _add_conditions(
        self, condition: exp.Expr | None, holds_for: frozenset[str], block: Block
    ) -> None:
        for part in conjuncts(condition):
            for expression in self._traced(part, block):
                block.conditions.append(Condition(expression=expression, holds_for=holds_for))

    # -- tracing -----------------------------------------------------------------------------

    def trace(self, expression: exp.Expr, block: Block) -> exp.Expr:
        """The expression over base columns; of a union, over those of its first branch."""
        return self._traced(expression, block)[0]

    def _traced(self, expression: exp.Expr, block: Block) -> list[exp.Expr]:
        branches = max((len(outputs) for outputs in block.derived.values()), default=1)
        return [self._traced_branch(expression, block, branch) for branch in range(branches)]

    def _traced_branch(self, expression: exp.Expr, block: Block, branch: int) -> exp.Expr:
        return rebuilt(expression, lambda column: self._base_column(column, block, branch))

    def _base_column(self, column: exp.Column, block: Block, branch: int) -> exp.Expr:
        name, qualifier = column.name.lower(), column.table.lower()
        for use in block.uses:
            if qualifier in {"", use.alias} and use.table.column(name):
                return _marked(use, name)
        for alias, branches in block.derived.items():
            outputs = branches[branch] if branch < len(branches) else branches[-1]
            if qualifier in {"", alias} and name in outputs:
                return within_paren(outputs[name])
        own = block.outputs.get(name)
        if own is not None and not qualifier:
            return within_paren(own)
        return rebuilt(column)

    def _items(self, item: exp.Expr, block: Block, position: int) -> Iterator[tuple[str, exp.Expr]]:
        if item.is_star:
            yield from self._star_items(item, block)
            return
        expression = item.this if isinstance(item, exp.Alias) else item
        name = item.alias_or_name.lower() or f"#{position}"
        yield name, self.trace(expression, block)

    def _star_items(self, item: exp.Expr, block: Block) -> Iterator[tuple[str, exp.Expr]]:
        wanted = item.table.lower() if isinstance(item, exp.Column) else ""
        for use in block.uses:
            if wanted in {"", use.alias}:
                for column in use.table.columns:
                    yield column.name.lower(), _marked(use, column.name.lower())
        for alias, branches in block.derived.items():
            if wanted in {"", alias}:
                yield from branches[0].items()

    def _group_key(self, key: exp.Expr, block: Block) -> exp.Expr:
        if isinstance(key, exp.Literal) and not key.is_string:
            place = int(key.name) - 1
            return block.projections[place] if place < len(block.projections) else key
        own = None if key.args.get("table") else block.outputs.get(key.name.lower())
        is_base = any(use.table.column(key.name) for use in block.uses)
        if isinstance(key, exp.Column) and own is not None and not is_base:
            return own
        return self.trace(key, block)


def read_blocks(tree: exp.Expr, catalog: Catalog, dialect: str) -> QueryBlocks:
    """The blocks of a query."""
    blocks = QueryBlocks(catalog=catalog, dialect=dialect)
    blocks.read(tree)
    for block in blocks.blocks:
        elsewhere = blocks.shared - {use.mark for use in block.uses}
        block.conditions = [
            replace(condition, holds_for=condition.holds_for - elsewhere)
            for condition in block.conditions
        ]
    return blocks


def _marked(use: BaseUse, name: str) -> exp.Column:
    parts = {"this": name, "table": use.table.key.lower(), "db": use.mark}
    column = exp.Column(**{key: exp.Identifier(this=text) for key, text in parts.items()})
    return apart(column)


def without_marks(expression: exp.Expr) -> str:
    """An expression as text for people."""
    plain = rebuilt(expression)
    for column in plain.find_all(exp.Column):
        schema, _, table = column.table.rpartition(".")
        column.set("table", exp.to_identifier(table))
        column.set("db", exp.to_identifier(schema) if schema else None)
    return write_sql(plain, None)


def _marks(branches: list[Outputs]) -> set[str]:
    return {
        column.db
        for outputs in branches
        for expression in outputs.values()
        for column in expression.find_all(exp.Column)
    }


def _source_nodes(select: exp.Select) -> Iterator[exp.Expr]:
    from_ = select.args.get("from_")
    if from_:
        yield from_.this
    for join in joins_of(select):
        yield join.this


def _nested_queries(select: exp.Select) -> Iterator[exp.Expr]:
    """The queries inside the expressions of a SELECT, such as those of IN and EXISTS."""
    skipped = {"from_", "joins", "with_", "laterals"}
    for key, value in select.args.items():
        nodes = value if isinstance(value, list) else [value]
        for node in nodes:
            if key not in skipped and isinstance(node, exp.Expr):
                yield from _outermost_queries(node)


def _outermost_queries(node: exp.Expr) -> Iterator[exp.Expr]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, exp.Query):
            yield node
        else:
            waiting.extend(node.iter_expressions(reverse=True))


def _renamed(branches: list[Outputs], node: exp.Expr) -> list[Outputs]:
    alias = node.args.get("alias")
    names = [one.name.lower() for one in alias.args.get("columns") or ()] if alias else []
    if not names:
        return branches
    return [dict(zip(names, outputs.values(), strict=False)) for outputs in branches]


def _named_like(first: Outputs, other: Outputs) -> Outputs:
    return dict(zip(first.keys(), other.values(), strict=False))
