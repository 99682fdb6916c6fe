"""Whether the confirmed filters hold for every row, unwidened, and whether others were added."""

from collections.abc import Iterator
from functools import lru_cache

from sqlglot import exp

from knowledge.sql_text import read_sql
from pipeline.contract import Contract, Filter
from pipeline.sql.names.blocks import Condition, QueryBlocks, without_marks
from pipeline.sql.names.sources import conjuncts
from pipeline.sql.policies.policy import Finding
from pipeline.sql.text.canonical import canonical
from pipeline.sql.text.rebuilding import rebuilt

_ORDERED = frozenset(("<", "<=", ">", ">="))
_COMPARISONS = {"=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE}


def condition_findings(
    blocks: QueryBlocks, contract: Contract, whole: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """What of the confirmed filters and conditions is missing, and what was not confirmed.

    No condition need hold for the uses of tables with the marks in `whole`.
    """
    known: set[str] = set()
    for one in contract.filters:
        forms = {canonical(form) for form in filter_forms(one)}
        known |= forms
        if not _holds(blocks, one.column.rpartition(".")[0].lower(), forms):
            yield _missing(one.words or _filter_text(one))
    yield from _inner_findings(blocks, contract, known)
    for text in contract.conditions:
        condition = expression_of(text, blocks)
        for part in conjuncts(condition):
            form = canonical(part)
            tables = {column.table for column in part.find_all(exp.Column)}
            tables = {table for table in tables if not _all_in(whole, blocks, table)}
            known |= {form} if tables else set()
            if not all(_holds(blocks, table, {form}, whole) for table in tables):
                yield _missing(text)
    known |= set(_measure_conditions(blocks, contract))
    denied = [one for denial in contract.denied for one in denial.filters]
    known |= {canonical(form) for one in denied for form in filter_forms(one)}
    if contract.filters or contract.dates or contract.conditions or contract.measures:
        yield from _unconfirmed(blocks, contract, known)


def _inner_findings(blocks: QueryBlocks, contract: Contract, known: set[str]) -> Iterator[Finding]:
    """Filters of rows that others are held against: each must stand somewhere."""
    for one in contract.inner:
        forms = {canonical(form) for form in filter_forms(one)}
        known |= forms
        if not any(condition.form in forms for condition in _conditions(blocks)):
            yield _missing(one.words or _filter_text(one))


def expression_of(text: str, blocks: QueryBlocks) -> exp.Expr:
    """An expression of the contract, with every column written as `key.column`."""
    return rebuilt(_tree_of(text, blocks.dialect), lambda column: _with_key(column, blocks))


@lru_cache(maxsize=256)
def _tree_of(text: str, dialect: str) -> exp.Expr:
    return read_sql(text, dialect)


def _with_key(node: exp.Column, blocks: QueryBlocks) -> exp.Expr:
    """A column under the key of the table that it belongs to, however it is written."""
    key = blocks.key_of(node)
    return exp.Column(this=exp.to_identifier(node.name.lower()), table=exp.to_identifier(key))


def _measure_conditions(blocks: QueryBlocks, contract: Contract) -> Iterator[str]:
    for measure in contract.measures:
        for text in measure.conditions:
            for part in conjuncts(expression_of(text, blocks)):
                yield canonical(part)


def filter_forms(one: Filter) -> Iterator[exp.Expr]:
    """The ways in which a confirmed filter may be written."""
    key, _, name = one.column.lower().rpartition(".")
    column = exp.Column(this=exp.to_identifier(name), table=exp.to_identifier(key))
    values: list[exp.Expr] = [_value(value) for value in one.values]
    operator = one.operator.lower()
    if operator in {"is null", "is not null"}:
        is_null = exp.Is(this=column, expression=exp.Null())
        yield is_null if operator == "is null" else exp.Not(this=is_null)
    elif operator == "like":
        yield exp.Like(this=column, expression=values[0])
        yield exp.ILike(this=column, expression=values[0])
    elif operator in {"in", "not in"} or (operator in {"=", "!="} and len(values) > 1):
        yield from _list_forms(column, values, negated=operator in {"not in", "!="})
    else:
        yield from _comparison_forms(column, operator, values[0])


def _comparison_forms(column: exp.Column, operator: str, value: exp.Expr) -> Iterator[exp.Expr]:
    yield _COMPARISONS[operator](this=column, expression=value)
    if operator in _ORDERED and isinstance(value, exp.Literal) and not value.is_string:
        for number in numbers_of(column):
            yield _COMPARISONS[operator](this=number, expression=value)
    if operator == "!=":
        yield exp.Not(this=exp.EQ(this=column, expression=value))
    if operator == "=" and isinstance(value, exp.Literal) and value.is_string:
        lowered = exp.Literal.string(value.name.lower())
        yield exp.EQ(this=exp.Lower(this=column), expression=lowered)
        yield exp.EQ(this=exp.Upper(this=column), expression=exp.Literal.string(value.name.upper()))
        yield exp.ILike(this=column, expression=value)
    truth = {"true": True, "1": True, "false": False, "0": False}.get(value.name.lower())
    if operator == "=" and truth is not None:
        for spelled in (exp.Boolean(this=truth), exp.Literal.number(int(truth))):
            yield exp.EQ(this=column, expression=spelled)
            yield exp.Is(this=column, expression=spelled)
        yield column if truth else exp.Not(this=column)


def numbers_of(column: exp.Column) -> Iterator[exp.Expr]:
    """The ways in which a text column that holds numbers may be read as one."""
    filled = exp.func("NULLIF", column.copy(), exp.Literal.string(""))
    for text in (column, filled):
        for kind in ("double", "float", "decimal"):
            yield exp.cast(text.copy(), kind)


def _list_forms(column: exp.Column, values: list[exp.Expr], *, negated: bool) -> Iterator[exp.Expr]:
    listed = exp.In(this=column, expressions=values)
    either: exp.Expr = exp.EQ(this=column, expression=values[0])
    neither: exp.Expr = exp.NEQ(this=column, expression=values[0])
    for value in values[1:]:
        either = exp.Or(this=either, expression=exp.EQ(this=column, expression=value))
        neither = exp.And(this=neither, expression=exp.NEQ(this=column, expression=value))
    if negated:
        yield exp.Not(this=listed)
        yield neither
        yield exp.Not(this=either)
    else:
        yield listed
        yield either


def _value(value: str | int | float) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def _all_in(marks: frozenset[str], blocks: QueryBlocks, table: str) -> bool:
    """Whether a table is read, and all its uses are among those."""
    uses = {use.mark for use in blocks.uses if use.table.key.lower() == table}
    return bool(uses) and uses <= marks


def _holds(
    blocks: QueryBlocks, table: str, forms: set[str], but: frozenset[str] = frozenset()
) -> bool:
    """Whether one of the forms holds for every use of the table."""
    uses = [u for u in blocks.uses if u.table.key.lower() == table and u.mark not in but]
    return bool(uses) and all(
        any(
            use.mark in condition.holds_for
            and _is_about(condition, use.mark)
            and condition.form in forms
            for condition in _conditions(blocks)
        )
        for use in uses
    )


def _is_about(condition: Condition, mark: str) -> bool:
    return any(column.db == mark for column in condition.columns)


def _conditions(blocks: QueryBlocks) -> Iterator[Condition]:
    for block in blocks.blocks:
        yield from block.conditions


def _filter_text(one: Filter) -> str:
    return f"{one.column} {one.operator} {', '.join(map(str, one.values))}".strip()


def _missing(words: str) -> Finding:
    return Finding(
        code="filter_missing",
        sentence=f"The confirmed filter '{words}' does not hold for every row: it is missing, "
        "changed, or widened by an OR.",
        blocks=True,
    )


def _unconfirmed(blocks: QueryBlocks, contract: Contract, known: set[str]) -> Iterator[Finding]:
    bounds = [*contract.dates, *contract.inner_dates]
    bounds += [bound for denial in contract.denied for bound in denial.dates]
    dates = {bound.column.lower() for bound in bounds}
    for condition in _conditions(blocks):
        expression = condition.expression
        columns = {f"{one.table}.{one.name}".lower() for one in condition.columns}
        marks = {one.db for one in condition.columns}
        plain = bool(columns) and len(marks) == 1 and not expression.find(exp.AggFunc, exp.Window)
        if plain and not columns <= dates and condition.form not in known:
            text = without_marks(expression)
            yield Finding(
                code="filter_not_confirmed",
                sentence=f"It also filters by `{text}`, which nobody confirmed.",
            )
