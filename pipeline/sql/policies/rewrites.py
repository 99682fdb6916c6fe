"""What policy mends by itself: stars are written out, a missing limit is added."""

from sqlglot import exp

from knowledge.catalog import Catalog
from pipeline.sql.names.grants import Grants
from pipeline.sql.names.sources import Source, joins_of, sources_of
from pipeline.sql.permitting.row_filters import column_identifier


def expand_stars(tree: exp.Expr, dialect: str, catalog: Catalog, grants: Grants | None) -> None:
    """Writes out the stars over base tables, with the columns that the grants show."""
    for select in list(tree.find_all(exp.Select)):
        sources = sources_of(select, catalog, dialect)
        if not _is_expandable(select, sources):
            continue
        items: list[exp.Expr] = []
        for item in select.expressions:
            items.extend(_expanded(item, sources, dialect, grants))
        select.set("expressions", items or select.expressions)


def _is_expandable(select: exp.Select, sources: list[Source]) -> bool:
    merged = any(
        join.args.get("using")
        or join.args.get("method")
        or join.args.get("kind") in {"SEMI", "ANTI"}
        for join in joins_of(select)
    )
    plain = all(source.table and not source.node.args.get("pivots") for source in sources)
    return bool(sources) and plain and not merged


def _expanded(
    item: exp.Expr, sources: list[Source], dialect: str, grants: Grants | None
) -> list[exp.Expr]:
    star = item.this if isinstance(item, exp.Column) else item
    if not isinstance(star, exp.Star) or star.args.get("replace") or star.args.get("rename"):
        return [item]
    wanted = item.args["table"].name.lower() if isinstance(item, exp.Column) else ""
    removed = {one.name.lower() for one in star.args.get("except_") or ()}
    return [
        exp.Column(
            this=column_identifier(name, dialect),
            table=column_identifier(source.node.alias_or_name, dialect)
            if len(sources) > 1
            else None,
        )
        for source in sources
        if wanted in {"", source.name}
        for name in _shown_columns(source, grants)
        if name.lower() not in removed
    ]


def _shown_columns(source: Source, grants: Grants | None) -> list[str]:
    table = source.table
    if table is None:
        return []
    grant = grants.of(table) if grants and not grants.everything else None
    names = [column.name for column in table.columns]
    return [name for name in names if grant is None or grant.shows(name)]


def has_no_limit(tree: exp.Expr, dialect: str) -> bool:
    """Whether a query can give any number of rows and a limit can be added to it."""
    if tree.args.get("limit") or tree.args.get("fetch"):
        return False
    if isinstance(tree, exp.SetOperation):
        return dialect != "tsql"
    if not isinstance(tree, exp.Select) or (dialect == "tsql" and tree.args.get("offset")):
        return False
    one_row = not tree.args.get("group") and any(
        item.find(exp.AggFunc) for item in tree.expressions
    )
    return bool(tree.args.get("from_")) and not (one_row and not _has_window(tree))


def _has_window(tree: exp.Select) -> bool:
    return any(item.find(exp.Window) for item in tree.expressions)


def with_limit(tree: exp.Expr, rows: int) -> exp.Expr:
    """The query with a limit on its rows."""
    return tree.limit(rows, copy=False) if isinstance(tree, exp.Query) else tree
