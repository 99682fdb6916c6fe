"""What a statement is made of, as far as an explanation of it can be held against it."""

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from sqlglot import exp

from pipeline.writes.explaining.claims import number_text
from pipeline.writes.explaining.sentences import table_words

_PLAIN_KINDS: dict[type[exp.Expr], str] = {
    exp.Update: "change",
    exp.Delete: "delete",
    exp.Merge: "merge",
    exp.Comment: "change comment",
    exp.Drop: "delete schema",
}


def kind_of(tree: exp.Expr) -> str:
    if isinstance(tree, exp.Insert):
        upserts = tree.args.get("conflict") or tree.args.get("alternative")
        return "merge" if upserts else "add rows"
    if type(tree) in _PLAIN_KINDS:
        return _PLAIN_KINDS[type(tree)]
    if isinstance(tree, exp.Create):
        return f"add {str(tree.args.get('kind')).lower()}"
    return _kind_of_action(next(iter(tree.args.get("actions") or []), None))


def _kind_of_action(action: exp.Expr | None) -> str:
    if isinstance(action, exp.ColumnDef):
        return "add column"
    if isinstance(action, exp.RenameColumn | exp.AlterRename):
        return "rename"
    if isinstance(action, exp.AddConstraint):
        return "add index" if action.find(exp.IndexColumnConstraint) else "add constraint"
    return "delete schema" if isinstance(action, exp.Drop) else "change schema"


def objects_of(tree: exp.Expr) -> set[str]:
    kind = kind_of(tree)
    found = {kind.partition(" ")[2]} & {"index", "table", "view", "column", "schema", "constraint"}
    if isinstance(tree, exp.Alter | exp.Drop) and tree.find(exp.RenameColumn, exp.AlterColumn):
        found |= {"column"}
    if isinstance(tree, exp.Drop):
        found |= {str(tree.args.get("kind")).lower()}
    return found - ({"schema"} if kind == "change schema" else set())


def target_of(tree: exp.Expr) -> str:
    if isinstance(tree, exp.Create) and isinstance(tree.this, exp.Index):
        return table_words(tree.this.args.get("table"))
    if isinstance(tree, exp.Drop | exp.Comment):
        return ""
    return table_words(tree.this)


def new_names(tree: exp.Expr) -> Iterator[str]:
    """The columns that a schema change is about, and new names."""
    if isinstance(tree, exp.Create) and isinstance(tree.this, exp.Index):
        params = tree.this.args.get("params")
        yield from (column.name for column in params.find_all(exp.Column)) if params else ()
    for action in tree.args.get("actions") or []:
        if isinstance(action, exp.RenameColumn):
            yield from (action.this.name, action.args["to"].name)
        elif isinstance(action, exp.ColumnDef | exp.AlterColumn | exp.AlterRename):
            yield action.this.name
        elif isinstance(action, exp.AddConstraint):
            yield from (column.name for column in action.find_all(exp.Column))


def names_of(tree: exp.Expr) -> list[str]:
    return [str(node.this) for node in tree.find_all(exp.Identifier)]


def condition_parts(node: exp.Expr) -> Iterator[exp.Expr]:
    node = node.unnest()
    if isinstance(node, exp.And | exp.Or):
        yield from condition_parts(node.this)
        yield from condition_parts(node.args["expression"])
    else:
        yield node


def empties(pair: exp.Expr) -> bool:
    return isinstance(pair.args["expression"], exp.Null)


def literal_of(value: exp.Expr) -> str | None:
    inner = value.this if isinstance(value, exp.Neg | exp.Cast) else value
    return inner.name if isinstance(inner, exp.Literal) else None


def decimal_of(node: exp.Expr | None) -> Decimal | None:
    try:
        return Decimal(node.name) if isinstance(node, exp.Literal) else None
    except InvalidOperation:
        return None


def numbers_of(tree: exp.Expr) -> Iterator[str]:
    for literal in tree.find_all(exp.Literal):
        yield number_text(literal.name)
        number = decimal_of(literal)
        if number is not None and 0 < number < 10:  # noqa: PLR2004  a factor, told as a percentage
            yield number_text(str(abs(number - 1) * 100))
    for values in tree.find_all(exp.Values):
        yield str(len(values.expressions))
    for kind in tree.find_all(exp.DataTypeParam):
        yield number_text(kind.name)
    for name in names_of(tree):
        yield from (number_text(part) for part in name.split("_") if part.isdigit())
    if isinstance(tree, exp.Create):
        yield str(len({column.name for column in tree.find_all(exp.Column)}))
