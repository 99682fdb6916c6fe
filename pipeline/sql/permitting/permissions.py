"""Permissions: whether a person's roles allow a statement, and the statement as they may run it."""

from sqlglot import exp

from knowledge.catalog import Catalog, Table
from pipeline.sql.names.grants import Denial, DeniedError, Grants, table_in_catalog
from pipeline.sql.names.relations import Relation, require_all_columns
from pipeline.sql.permitting.resolution import resolved_references
from pipeline.sql.permitting.row_filters import with_row_filters
from pipeline.sql.permitting.views import shows_what_is_kept
from pipeline.sql.rules.inspection import inspect
from pipeline.sql.rules.statement_forms import ExplainForm, ShowForm, statement_form
from pipeline.sql.text.dialects import SqlDialect, dialect_named
from pipeline.sql.text.generation import written_out
from pipeline.sql.text.trees import parsed
from pipeline.tier import Tier

# Types that are not PostgreSQL's own, and are on its list.
_OF_EXTENSIONS = (exp.DType.GEOGRAPHY, exp.DType.GEOMETRY, exp.DType.HSTORE, exp.DType.VECTOR)


def check_permissions(
    sql: str,
    dialect: str,
    catalog: Catalog,
    grants: Grants,
    extra_functions: frozenset[str] = frozenset(),
) -> Denial | None:
    """Why the grants do not allow the statement; None when they do."""
    outcome = apply_permissions(sql, dialect, catalog, grants, extra_functions)
    return outcome if isinstance(outcome, Denial) else None


def apply_permissions(
    sql: str,
    dialect: str,
    catalog: Catalog,
    grants: Grants,
    extra_functions: frozenset[str] = frozenset(),
) -> str | Denial:
    """The statement with row filters and masks in it, or the reason why it is not allowed."""
    inspection = inspect(sql, dialect, extra_functions)
    served = dialect_named(dialect)
    if served is None or inspection.tier == Tier.T3 or inspection.regenerated is None:
        return Denial(reason=inspection.reason or "This statement is not run.")
    if grants.everything:
        return inspection.regenerated
    if inspection.tier != Tier.T0:
        return Denial(reason="Your roles allow reading only.")
    try:
        return _applied(sql, served, catalog, grants) or inspection.regenerated
    except DeniedError as denied:
        return denied.denial
    except Exception:  # noqa: BLE001  what cannot be resolved is denied
        return Denial(reason="This statement cannot be checked against your permissions.")


def _applied(sql: str, dialect: SqlDialect, catalog: Catalog, grants: Grants) -> str | None:
    """The statement with its filters and masks; None where none belongs in it."""
    form = statement_form(sql, dialect.name)
    if isinstance(form, ShowForm):
        return _shown(form, dialect, catalog, grants)
    if isinstance(form, ExplainForm):
        query = _applied(form.query, dialect, catalog, grants)
        return query and f"{form.prefix} {query}"
    tree = parsed(sql, dialect)
    if any(grant.row_filter or grant.masks for grant in grants.tables):
        tree = tree.copy()
    _check_row_types(tree, dialect, catalog)
    references = resolved_references(tree, dialect.name, catalog, grants)
    for reference in references:
        _check_view(reference.relation.table, dialect, catalog, grants)
        if dialect.name == "sqlite" and tree.find(exp.Match):
            _check_searched(reference.relation)
    if not any(reference.is_restricted for reference in references):
        return None
    return written_out(with_row_filters(tree, references, dialect), dialect)


def _check_row_types(tree: exp.Expr, dialect: SqlDialect, catalog: Catalog) -> None:
    """Where an extension is not there, PostgreSQL takes its type's name for that of a table."""
    if dialect.name != "postgres":
        return
    named = {
        kind.this.value.lower()
        for kind in tree.find_all(exp.DataType)
        if kind.is_type(*_OF_EXTENSIONS)
    }
    found = [table for table in catalog.tables if table.name.lower() in named]
    if found:
        reason = (
            f"{found[0].name} is a table here, and its row type is not covered by your permissions."
        )
        raise DeniedError(Denial(reason=reason, table=found[0].key))


def _check_view(table: Table | None, dialect: SqlDialect, catalog: Catalog, grants: Grants) -> None:
    """A view must not be a way around the row filter or mask of a table below it."""
    if table is not None and shows_what_is_kept(table, dialect.name, catalog, grants):
        raise DeniedError(
            Denial(
                reason=f"{table.key} would show rows or values that are kept from you.",
                table=table.key,
            )
        )


def _check_searched(relation: Relation) -> None:
    """What is looked for may itself name a column: `name MATCH 'email:x'` reads the email."""
    grant = relation.grant
    if grant is not None and (grant.row_filter or grant.masks):
        reason = "Tables of which you may not read all cannot be searched with MATCH."
        raise DeniedError(Denial(reason=reason))
    require_all_columns(relation)


def _shown(form: ShowForm, dialect: SqlDialect, catalog: Catalog, grants: Grants) -> str:
    table = table_in_catalog(_bare(form.table or ""), catalog, dialect.name)
    grant = grants.of(table) if table else None
    if table is None or grant is None or grant.row_filter or grant.masks:
        raise DeniedError(Denial(reason="You may only look at tables that you may read in full."))
    columns = frozenset(column.name.lower() for column in table.columns)
    require_all_columns(Relation(name="", columns=columns, table=table, grant=grant))
    return form.text


def _bare(name: str) -> str:
    return "".join(name.split()).replace('"', "").replace("`", "")
