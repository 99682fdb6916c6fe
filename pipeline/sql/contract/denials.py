"""Whether the rows that were confirmed to be missing are provably denied, whole and unchanged."""

from collections.abc import Iterator

from sqlglot import exp

from pipeline.contract import Contract, Denial
from pipeline.sql.contract.conditions import filter_forms
from pipeline.sql.contract.dates import reads_within
from pipeline.sql.names.blocks import BaseUse, Block, QueryBlocks
from pipeline.sql.names.sources import conjuncts, joins_of
from pipeline.sql.policies.policy import Finding
from pipeline.sql.text.canonical import canonical

_WRAPPED = (exp.Subquery, exp.Paren)


def denial_findings(blocks: QueryBlocks, contract: Contract) -> Iterator[Finding]:
    """The confirmed denials that no part of the query proves."""
    places = [_with_sources(marks, blocks) for marks in _denied_marks(blocks)]
    for denial in contract.denied:
        if not any(_is_denied(denial, marks, blocks) for marks in places):
            rows = " and ".join(denial.tables)
            words = [one.words for one in denial.filters] + [one.words for one in denial.dates]
            said = f" ({', '.join(filter(None, words))})" if any(words) else ""
            yield Finding(
                code="denial_missing",
                sentence=f"That there are no rows in {rows}{said} was confirmed, but the query "
                "does not prove it: the denial is missing, or its conditions were dropped, "
                "changed or moved out of it.",
                blocks=True,
            )


def _denied_marks(blocks: QueryBlocks) -> Iterator[set[str]]:
    """The uses of tables in each part of the query that no row may come from."""
    for block in blocks.blocks:
        if _is_denied_query(block.select):
            yield _read_in(block)
        missing = _missing(block, blocks)
        if missing:
            yield missing


def _is_denied_query(select: exp.Select) -> bool:
    """Below NOT EXISTS, NOT IN, `<> ALL` or EXCEPT, or a count that must be 0."""
    node: exp.Expr = select
    while isinstance(node.parent, _WRAPPED):
        node = node.parent
    holder = node.parent
    if isinstance(holder, exp.Except):
        return holder.expression is node
    if isinstance(holder, exp.All):
        return isinstance(holder.parent, exp.NEQ) and _must_hold(holder.parent)
    if isinstance(holder, exp.EQ):
        return _is_none(holder) and _counts(select) and _must_hold(holder)
    if not isinstance(holder, exp.Exists | exp.In) or node is holder.args.get("this"):
        return isinstance(holder, exp.Exists) and _is_negated(holder)
    return _is_negated(holder)


def _is_negated(holder: exp.Expr) -> bool:
    node = holder
    while isinstance(node.parent, exp.Paren):
        node = node.parent
    return isinstance(node.parent, exp.Not) and _must_hold(node.parent)


def _must_hold(condition: exp.Expr) -> bool:
    """Whether a condition is one of those of its WHERE or HAVING that all must hold."""
    node = condition
    while isinstance(node.parent, exp.Paren | exp.And):
        node = node.parent
    return isinstance(node.parent, exp.Where | exp.Having)


def _counts(select: exp.Select) -> bool:
    shown = [one.unalias() for one in select.expressions]
    return len(shown) == 1 and isinstance(shown[0], exp.Count)


def _is_none(equal: exp.Expr) -> bool:
    return any(
        isinstance(side, exp.Literal) and side.name == "0"
        for side in (equal.this, equal.expression)
    )


def _read_in(block: Block) -> set[str]:
    """The uses in a SELECT and in those inside it."""
    found = {use.mark for one in (block, *block.below) for use in one.uses}
    return found | {
        column.db
        for branches in block.derived.values()
        for outputs in branches
        for expression in outputs.values()
        for column in expression.find_all(exp.Column)
    }


def _missing(block: Block, blocks: QueryBlocks) -> set[str]:
    """What is joined from the left, of which a key is to be empty or the rows to be none."""
    joined = _joined_left(block)
    having = block.select.args.get("having")
    groups = [blocks.trace(part, block) for part in conjuncts(having.this if having else None)]
    found = [one.expression for one in block.conditions if _is_empty(one.expression)]
    found += [one for one in groups if isinstance(one, exp.EQ) and _is_none(one)]
    marks = {column.db for one in found for column in one.find_all(exp.Column)}
    return joined if marks and marks <= joined else set()


def _is_empty(condition: exp.Expr) -> bool:
    return isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null)


def _joined_left(block: Block) -> set[str]:
    found: set[str] = set()
    for join in joins_of(block.select):
        if str(join.args.get("side", "")).upper() != "LEFT":
            continue
        alias = join.this.alias_or_name.lower()
        found |= {use.mark for use in block.uses if use.alias == alias}
        found |= {
            column.db
            for outputs in block.derived.get(alias, [])
            for expression in outputs.values()
            for column in expression.find_all(exp.Column)
        }
    return found


def _with_sources(marks: set[str], blocks: QueryBlocks) -> set[str]:
    """Those uses with all that is read beside them in the queries that they come from."""
    found = set(marks)
    for block in blocks.blocks[:-1]:
        own = {use.mark for use in block.uses}
        found |= own if own & marks else set()
    return found


def _is_denied(denial: Denial, marks: set[str], blocks: QueryBlocks) -> bool:
    here = [use for use in blocks.uses if use.mark in marks]
    if not all(_uses_of(table, here) for table in denial.tables):
        return False
    filters = all(
        any(_holds(use, one_forms, marks, blocks) for use in _uses_of(owner, here))
        for owner, one_forms in (
            (one.column.rpartition(".")[0], {canonical(form) for form in filter_forms(one)})
            for one in denial.filters
        )
    )
    columns = dict.fromkeys(bound.column.lower() for bound in denial.dates)
    return filters and all(
        any(
            reads_within(blocks, use, [b for b in denial.dates if b.column.lower() == column])
            for use in _uses_of(column.rpartition(".")[0], here)
        )
        for column in columns
    )


def _uses_of(table: str, uses: list[BaseUse]) -> list[BaseUse]:
    return [use for use in uses if use.table.key.lower() == table.lower()]


def _holds(use: BaseUse, forms: set[str], marks: set[str], blocks: QueryBlocks) -> bool:
    """Whether a condition is on that use, and on the denied rows only."""
    return any(
        condition.form in forms
        and use.mark in condition.holds_for
        and condition.holds_for <= marks
        and any(column.db == use.mark for column in condition.columns)
        for block in blocks.blocks
        for condition in block.conditions
    )
