"""Regional tables asked about together: one table in their place, and a UNION ALL in the SQL."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.catalog import Column, Kind, Table
from knowledge.glossary import Glossary, TableNote, Union
from knowledge.sql_text import column_node, read_sql, write_sql
from knowledge.values import ValueHit, ValueIndex
from pipeline.contract import Contract
from pipeline.intent import Intent
from pipeline.rules.outcomes import Planned
from pipeline.rules.schema.known import Known

_EACH = re.compile(
    r"\b(?:every|each)\s+(?:of\s+)?(?:the\s+|our\s+)?(?:regions?|markets?|territor(?:y|ies))\b",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:(?:in|for|across|over|of|from)\s+)?(?:all|every|each)\s+(?:of\s+)?(?:the\s+|our\s+)?"
    r"(?:regions?|markets?|territor(?:y|ies))\b"
    r"|\bregardless\s+of\s+(?:the\s+)?region\b"
    r"|\b(?:in\s+)?allen\s+Regionen\b|\b(?:en\s+)?todas\s+las\s+regiones\b",
    re.IGNORECASE,
)
_REGION = "region"


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What is known with one table in the place of some: its name, and those it stands for."""

    known: Known
    name: str
    members: tuple[Table, ...]


def without_all_regions(question: str) -> str | None:
    """The question with `in all regions` blanked, every other word at its place; None without."""
    blanked = _ALL.sub(lambda found: " " * len(found[0]), question)
    return blanked if blanked != question else None


def region_by_region(question: str) -> bool:
    """Whether regions are to be told apart: `in each region` groups, `in all regions` does not."""
    return _EACH.search(question) is not None


def regional_tables(tables: Sequence[str], glossary: Glossary) -> tuple[str, ...]:
    """Those of the tables that the geography map keeps for a region."""
    of_map = {region.table.lower() for region in glossary.regions if region.table}
    return tuple(table for table in tables if table.lower() in of_map)


def union_meant(previous: Intent | None, glossary: Glossary) -> Union | None:
    """The union that the turn before was about."""
    named = {d.column.rpartition(".")[0] for d in previous.dimensions} if previous else set[str]()
    if previous is not None:
        named |= {previous.subject, *(measure.table for measure in previous.measures)}
    return next((each for each in glossary.unions if each.name in named), None)


def misfits(union: Union, known: Known) -> str:
    """Why the tables do not fit together after all, as a sentence; nothing where they do."""
    members = [known.catalog.table(key) for key in union.tables if key in known.allowed]
    tables = [table for table in members if table is not None]
    if len(tables) < len(union.tables):
        return f"Not every table of {union.name} is there, or is one that you may see."
    first, *others = tables
    for other in others:
        for column in first.columns:
            twin = other.column(column.name)
            if twin is not None and twin.kind is not column.kind:
                return (
                    f"{column.name} is {column.kind.value} in {first.key} and {twin.kind.value} in "
                    f"{other.key}, so I do not put these tables together."
                )
    if not _shared(tables):
        return f"The tables of {union.name} have no column in common."
    return ""


def together(union: Union, known: Known) -> Together:
    """What is known, with the union's tables as one. They must fit."""
    tables = tuple(known.table(key) for key in union.tables)
    columns = tuple(_merged(name, tables) for name in _shared(tables))
    names = tuple(region for region in (_region_of(t.key, known) for t in tables) if region)
    if len(names) == len(tables) and not any(c.name.lower() == _REGION for c in columns):
        columns = (*columns, _region_column(names))
    whole = Table(name=union.name, columns=columns, rows=sum(t.rows or 0 for t in tables) or None)
    gone = {table.key for table in tables} | {union.name}
    others = tuple(table for table in known.catalog.tables if table.key not in gone)
    catalog = replace(known.catalog, tables=(*others, whole))
    glossary = replace(
        known.glossary,
        tables=(*known.glossary.tables, _note(union, tables, known)),
        regions=tuple(r for r in known.glossary.regions if r.table not in gone),
    )
    values = _Moved(known.values, {table.key for table in tables}, union.name)
    merged = known.seeing(catalog, glossary, values, [*known.allowed - gone, union.name])
    return Together(known=merged, name=union.name, members=tables)


def spread(planned: Planned, at: Together, known: Known) -> Planned:
    """The plan over the one table, with the union of the real ones in its place."""
    dialect = known.catalog.dialect
    tree = read_sql(planned.sql, dialect)
    for node in list(tree.find_all(exp.Table)):
        if node.name == at.name and not node.db:
            node.replace(
                exp.Subquery(this=_union(at, known), alias=exp.TableAlias(this=_id(at.name)))
            )
    listed = " and ".join(table.key for table in at.members)
    return replace(
        planned,
        sql=write_sql(tree, dialect),
        contract=_contract(planned.contract, at),
        assumptions=(
            *planned.assumptions,
            f"{at.name} is {listed} together, as the geography map has it.",
        ),
    )


def _shared(tables: Sequence[Table]) -> list[str]:
    first, *others = tables
    return [c.name for c in first.columns if all(other.column(c.name) for other in others)]


def _merged(name: str, tables: Sequence[Table]) -> Column:
    found = [column for table in tables if (column := table.column(name))]
    lows = [column.low for column in found]
    highs = [column.high for column in found]
    values = tuple(dict.fromkeys(value for column in found for value in column.values))
    complete = all(column.complete for column in found)
    return replace(
        found[0],
        primary_key=False,
        unique=False,
        values=values,
        complete=complete,
        distinct=len(values) if complete else max(c.distinct or 0 for c in found) or None,
        low=min((low for low in lows if low), default=None),
        high=max((high for high in highs if high), default=None),
    )


def _region_column(names: tuple[str, ...]) -> Column:
    return Column(
        name=_REGION, type="TEXT", kind=Kind.TEXT, nullable=False, values=names, complete=True
    )


def _region_of(key: str, known: Known) -> str:
    regions = known.glossary.regions
    return next((r.name for r in regions if r.table.lower() == key.lower()), "")


def _note(union: Union, tables: Sequence[Table], known: Known) -> TableNote:
    notes = [known.glossary.note(table.key) for table in tables]
    dates = {note.time_column.rpartition(".")[2] for note in notes if note and note.time_column}
    synonyms = [table.name for table in tables] + [s for n in notes if n for s in n.synonyms]
    return TableNote(
        table=union.name,
        synonyms=tuple(dict.fromkeys((*union.synonyms, *synonyms))),
        time_column=dates.pop() if len(dates) == 1 else "",
    )


def _union(at: Together, known: Known) -> exp.Expr:
    whole = at.known.table(at.name)
    branches = [_branch(table, whole, known) for table in at.members]
    tree: exp.Expr = branches[0]
    for branch in branches[1:]:
        tree = exp.Union(this=tree, expression=branch, distinct=False)
    return tree


def _branch(table: Table, whole: Table, known: Known) -> exp.Select:
    """The rows of one table that always count, with the region they are of."""
    region = exp.Literal.string(_region_of(table.key, known))
    columns = [
        exp.alias_(region, column.name, quoted=True)
        if table.column(column.name) is None
        else exp.column(_id(column.name))
        for column in whole.columns
    ]
    source = exp.table_(_id(table.name), db=_id(table.schema) if table.schema else None)
    query = exp.select(*columns).from_(source)
    for condition in _always(table, known):
        query = query.where(condition)
    return query


def _always(table: Table, known: Known) -> list[exp.Expr]:
    note = known.glossary.note(table.key)
    texts = note.filters if note else ()
    return [read_sql(text, known.catalog.dialect) for text in texts]


def _contract(contract: Contract, at: Together) -> Contract:
    """The same of the real tables: what holds for rows for each, what is shown of the first."""
    keys = [table.key for table in at.members]

    member, dialect = at.members[0], at.known.catalog.dialect

    def named(node: exp.Expr) -> exp.Expr:
        of_union = isinstance(node, exp.Column) and node.table == at.name
        return column_node(node.name, member.name, member.schema) if of_union else node

    def first(text: str) -> str:
        tree = read_sql(text, dialect) if text else None
        return write_sql(tree.transform(named), dialect) if tree else text

    def each(column: str) -> list[str]:
        owner, _, name = column.rpartition(".")
        return [f"{key}.{name}" for key in keys] if owner == at.name else [column]

    real = [table for table in contract.tables if table != at.name]
    shown = {f"{at.name}.{_REGION}"} if at.members[0].column(_REGION) is None else set[str]()
    return replace(
        contract,
        tables=tuple(sorted({*real, *keys})),
        dates=tuple(replace(d, column=c) for d in contract.dates for c in each(d.column)),
        filters=tuple(
            replace(f, column=c)
            for f in contract.filters
            if f.column not in shown
            for c in each(f.column)
        ),
        inner=tuple(
            replace(f, column=c)
            for f in contract.inner
            if f.column not in shown
            for c in each(f.column)
        ),
        inner_dates=tuple(
            replace(d, column=c) for d in contract.inner_dates for c in each(d.column)
        ),
        measures=tuple(replace(m, expression=first(m.expression)) for m in contract.measures),
        conditions=tuple(map(first, contract.conditions)),
        # Over several tables numbers are made in two steps, which these do not describe.
        thresholds=(),
        comparisons=(),
        related=(),
        order_by="",
        grouping=()
        if shown & set(contract.grouping)
        else tuple(each(column)[0] for column in contract.grouping),
    )


def _id(name: str) -> exp.Identifier:
    return exp.to_identifier(name, quoted=True)


class _Moved:
    """A value index that speaks of the one table where the other speaks of those it stands for."""

    def __init__(self, values: ValueIndex, members: set[str], name: str) -> None:
        self._values = values
        self._members = members
        self._name = name

    def find(self, text: str, *, limit: int = 8) -> Sequence[ValueHit]:
        found = [self._of_all(hit) for hit in self._values.find(text, limit=2 * limit)]
        return list(dict.fromkeys(found))[:limit]

    def near(self, text: str, table: str, column: str, *, limit: int = 5) -> Sequence[str]:
        tables = sorted(self._members) if table == self._name else [table]
        found = [v for key in tables for v in self._values.near(text, key, column, limit=limit)]
        return list(dict.fromkeys(found))[:limit]

    def spans(self, question: str) -> Sequence[tuple[int, int, ValueHit]]:
        found = self._values.spans(question)
        return list(dict.fromkeys((at, until, self._of_all(hit)) for at, until, hit in found))

    def _of_all(self, hit: ValueHit) -> ValueHit:
        return replace(hit, table=self._name) if hit.table in self._members else hit
