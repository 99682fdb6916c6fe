"""What a schema change would break: saved queries and terms that use what it renames or alters."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from knowledge.glossary import Glossary
from pipeline.sql.text.dialects import dialect_named
from pipeline.writes.explaining.sentences import tree_of
from pipeline.writes.statements.effect import schema_target
from pipeline.writes.values import Proposal

_MOST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """Something kept that holds SQL: a validated query or a metric, under the name people know.

    `table` is the one that bare columns in it belong to, where its SQL is only an expression.
    """

    name: str
    sql: str
    table: str = ""


def glossary_uses(glossary: Glossary) -> tuple[Use, ...]:
    """The terms and metrics of a glossary that stand for a part of the schema."""
    terms = [
        Use(name=f"the term {t.name}", sql=t.means, table="" if "." in t.means else t.means)
        for t in glossary.terms
    ]
    metrics = [
        Use(
            name=f"the metric {m.name}", sql=" AND ".join((m.expression, *m.filters)), table=m.table
        )
        for m in glossary.metrics
    ]
    return (*terms, *metrics)


def broken_by(proposal: Proposal, uses: Sequence[Use]) -> tuple[str, ...]:
    """A warning on what would no longer work; empty where nothing that is known breaks."""
    tree = tree_of(proposal.sql, proposal.dialect)
    gone = _gone(tree) if tree is not None else set()
    table = schema_target(tree) if tree is not None else None
    if not gone or table is None:
        return ()
    hit = [use.name for use in uses if _is_used(use, table.name, gone, proposal.dialect)]
    if not hit:
        return ()
    more = f" and {len(hit) - _MOST} more" if len(hit) > _MOST else ""
    return (f"It would break {', '.join(hit[:_MOST])}{more}.",)


def _gone(tree: exp.Expr) -> set[str]:
    """The columns that lose their name or type, in lower case; `*` for the table's own name."""
    found: set[str] = set()
    for action in tree.args.get("actions") or []:
        if isinstance(action, exp.RenameColumn | exp.AlterColumn):
            found.add(action.this.name.lower())
        elif isinstance(action, exp.ModifyColumn):
            before = action.args.get("rename_from")
            found.add((before or action.this).name.lower())
        elif isinstance(action, exp.AlterRename):
            found.add("*")
        elif isinstance(action, exp.Drop):
            found |= {column.name.lower() for column in action.args.get("tables") or []}
    return found


def _is_used(use: Use, table: str, gone: set[str], dialect: str) -> bool:
    tables, columns = _names(use, dialect)
    if tables and table.lower() not in tables:
        return False
    return "*" in gone or bool(gone & columns) or "*" in columns


def _names(use: Use, dialect: str) -> tuple[set[str], set[str]]:
    """The tables and columns, in lower case, that a piece of SQL names."""
    served = dialect_named(dialect)
    try:
        tree = sqlglot.parse_one(use.sql, read=served.grammar if served else None)
    except (SqlglotError, RecursionError):
        words = set(use.sql.lower().replace(".", " ").split())
        return words, words
    tables = {node.name.lower() for node in tree.find_all(exp.Table)}
    columns = {node.name.lower() for node in tree.find_all(exp.Column)}
    owners = {node.table.lower() for node in tree.find_all(exp.Column) if node.table}
    stars = (
        {"*"} if any(isinstance(s.parent, exp.Select) for s in tree.find_all(exp.Star)) else set()
    )
    named = tables or owners | ({use.table.rpartition(".")[2].lower()} if use.table else set())
    return named, columns | stars
