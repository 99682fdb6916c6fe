"""A statement for one row as one for many: PostgreSQL reads the rows out of a text of JSON.

One statement costs a round trip whether it is for one row or for a hundred, and an array for each
column costs the driver several times what one text does.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from pydantic_core import to_json
from sqlalchemy import (
    JSON,
    BinaryExpression,
    Column,
    Executable,
    Insert,
    Update,
    any_,
    bindparam,
    column,
    func,
    select,
)
from sqlalchemy import cast as as_kind
from sqlalchemy.sql.elements import BooleanClauseList
from sqlalchemy.sql.expression import BindParameter, TableValuedAlias
from sqlalchemy.sql.operators import and_, eq
from sqlalchemy.sql.visitors import iterate, replacement_traverse
from sqlalchemy.types import TypeEngine

Kinds: TypeAlias = Mapping[str, TypeEngine[Any]]

ROWS = "rows"


def for_many(statement: Executable, names: Sequence[str]) -> Executable:
    """The statement as one that takes `ROWS`, as `as_text` gives it; each row has these names.

    An update is to find each row of its table for one of the given rows at most. What a row is
    found by is asked for as a list too: without statistics, and a table that was just filled has
    none, PostgreSQL would compare all rows of a table with all of the given ones.
    """
    bound = _bound(statement, names)
    given = _given(_kinds(statement, names, bound))
    if isinstance(statement, Insert):
        return statement.from_select(list(names), select(*given.c))
    for found, name in _found_by(statement, bound):
        listed = func.array(select(given.c[name]).scalar_subquery())
        statement = cast("Any", statement).where(found == any_(listed))
    rest = {name: given.c[name] for name in names if name not in bound}
    if isinstance(statement, Update) and rest:
        statement = statement.values(rest)

    def replaced(element: Any, **_: Any) -> Any:
        is_ours = isinstance(element, BindParameter) and element.key in bound
        return given.c[element.key] if is_ours else None

    return cast("Executable", replacement_traverse(cast("Any", statement), {}, replaced))


def _found_by(statement: Any, bound: Kinds) -> Sequence[tuple[Any, str]]:
    """The columns that each row is found by, with the parameter that it is to equal."""
    whole = statement.whereclause
    together = isinstance(whole, BooleanClauseList) and whole.operator is and_
    return [
        (each.left, each.right.key)
        for each in (whole.clauses if together else (whole,))
        if isinstance(each, BinaryExpression)
        and each.operator is eq
        and isinstance(each.left, Column)
        and isinstance(each.right, BindParameter)
        and each.right.key in bound
    ]


def as_text(rows: Sequence[Mapping[str, Any]]) -> str:
    return to_json(rows).decode()


def _given(kinds: Kinds) -> TableValuedAlias:
    columns = [column(name, kind) for name, kind in kinds.items()]
    listed = func.json_to_recordset(as_kind(bindparam(ROWS), JSON())).table_valued(*columns)
    return listed.render_derived(with_types=True)


def _kinds(statement: Any, names: Sequence[str], bound: Kinds) -> Kinds:
    return {name: bound[name] if name in bound else statement.table.c[name].type for name in names}


def _bound(statement: Any, names: Sequence[str]) -> Kinds:
    """The parameters that the statement itself names; the others are columns of its table."""
    if isinstance(statement, Insert):
        return {}
    binds = (each for each in iterate(statement) if isinstance(each, BindParameter))
    return {each.key: each.type for each in binds if each.key in names}
