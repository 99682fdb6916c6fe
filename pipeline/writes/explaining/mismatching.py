"""Whether an explanation fits its statement: what it claims, and what it must not leave out."""

from collections.abc import Callable, Iterator

from sqlglot import exp

from pipeline.writes.explaining.claims import Claims
from pipeline.writes.explaining.sentences import tree_of
from pipeline.writes.explaining.statement_facts import (
    condition_parts,
    decimal_of,
    empties,
    kind_of,
    literal_of,
    names_of,
    new_names,
    numbers_of,
    objects_of,
    target_of,
)

_UNREADABLE = "It cannot be compared with the statement."
_OUTRIGHT = frozenset({"without", "not", "except", "excluding", "never"})
_COMPARED_UP = (exp.GT, exp.GTE)
_COMPARED_DOWN = (exp.LT, exp.LTE)


def mismatch(explanation: str, sql: str, dialect: str, rows: int | None = None) -> str:
    """Why an explanation does not match the statement, in a sentence; empty where it does.

    `rows` is the number of rows that the statement changes, where it is known.
    """
    tree = tree_of(sql, dialect)
    if tree is None or not explanation.strip():
        return _UNREADABLE
    claims = Claims(explanation)
    for check in _CHECKS:
        found = next(check(claims, tree, rows), "")
        if found:
            return found
    return ""


def _harmless(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    if claims.harmless:
        yield "It calls the statement harmless, and the statement changes something."
    if claims.keeps_data and kind_of(tree) in ("add rows", "change", "delete"):
        yield "It says that data stays as it is, and the statement changes data."


def _verb(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    kind = kind_of(tree).partition(" ")[0]
    said = set(claims.verbs)
    allowed = {kind} | _ALSO.get(kind_of(tree), set())
    if kind == "rename" and claims.says("name"):
        allowed |= {"change"}
    if isinstance(tree, exp.Update) and any(empties(pair) for pair in tree.expressions):
        allowed |= {"delete"}
    if not said & allowed:
        yield f"It does not say that the statement {_DOES[kind_of(tree)]}."
    if said - allowed:
        yield f"It says more or other than that the statement {_DOES[kind_of(tree)]}."


def _object(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    own = objects_of(tree)
    named = {lemma for name in names_of(tree) for lemma in name.lower().replace("_", " ").split()}
    for word in ("index", "column", "view", "table", "database", "schema", "constraint"):
        if word in own and not claims.says(word, *_SAME_OBJECT.get(word, ())):
            yield f"It does not mention the {word}."
    for word in ("index", "view", "database", "constraint", "trigger", "backup", "permission"):
        if word not in own and word not in named and claims.says(word):
            yield f"It speaks of a {word}, and the statement has nothing to do with one."
    indexes = isinstance(tree, exp.Create) and "index" in own
    if indexes and bool(tree.args.get("unique")) != claims.says("unique", "uniqueness"):
        yield "It does not say rightly whether the index is unique."
    if kind_of(tree) == "add column" and claims.says("row", "record"):
        yield "It speaks of rows, and the statement adds a column."


def _tables(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    target = target_of(tree)
    columns = {column.name for column in tree.find_all(exp.Column)}
    if target and not claims.without(columns).names(target.rpartition(".")[2]):
        yield f"It does not name the table {target}."
    allowed = {name.lower() for name in names_of(tree)}
    for word in claims.text.replace("(", " ").replace(")", " ").replace(",", " ").split():
        plain = word.strip("`\"'.;:").lower()
        name = plain.rpartition(".")[2]
        if "_" in name and name.replace("_", "").isalnum() and name not in allowed:
            yield f"It names {plain}, which the statement does not."


def _columns(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    if isinstance(tree, exp.Update):
        for pair in tree.expressions:
            yield from _assignment(claims, pair)
        return
    for name in new_names(tree):
        if not claims.names(name):
            yield f"It does not mention {name}."


def _assignment(claims: Claims, pair: exp.Expr) -> Iterator[str]:
    value = pair.args["expression"]
    column = pair.this
    if isinstance(column, exp.Tuple) or isinstance(value, exp.Tuple):
        names = [each.name for each in column.expressions]
        if not all(claims.names(name) for name in names):
            yield f"It does not mention all of {', '.join(names)}."
        return
    told = literal_of(value)
    named = claims.names(column.name)
    if told is not None and not claims.mentions(told):
        yield f"It does not say that {column.name} becomes {told}."
    if told is None and not named:
        yield f"It does not say that {column.name} changes."
    if empties(pair) and not claims.says("null", "nothing", "empty", "clear", "remove", "no",
                                          "unset", "blank", "erase", "delete"):  # fmt: skip
        yield f"It does not say that {column.name} is emptied."
    if isinstance(value, exp.Boolean):
        yield from _flag(claims, column.name, on=bool(value.this))
    yield from _direction(claims, column.name, value)


def _flag(claims: Claims, name: str, *, on: bool) -> Iterator[str]:
    denied = claims.denies or claims.says(
        "false", "deactivate", "disable", "off", "unmark", "clear"
    )
    if on == (denied and not claims.says("true")):
        yield f"It does not say rightly whether {name} is switched on or off."


def _direction(claims: Claims, name: str, value: exp.Expr) -> Iterator[str]:
    change = _change(value)
    if change > 0 and claims.goes_down and not claims.goes_up:
        yield f"It says that {name} goes down, and it goes up."
    if change < 0 and claims.goes_up and not claims.goes_down:
        yield f"It says that {name} goes up, and it goes down."


def _change(value: exp.Expr) -> int:
    """1 where a number grows by an expression such as price * 1.05, -1 where it shrinks."""
    right = value.args.get("expression")
    if isinstance(value, exp.Add):
        return 1
    if isinstance(value, exp.Sub):
        return -1
    factor = decimal_of(right) if isinstance(value, exp.Mul) else None
    if factor is None or factor == 1:
        return 0
    return 1 if factor > 1 else -1


def _condition(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    where = tree.args.get("where")
    if not isinstance(tree, exp.Update | exp.Delete):
        return
    if where is None and not claims.says_all:
        yield "It does not say that every row is meant."
    parts = list(condition_parts(where.this)) if where else []
    for part in parts:
        columns = [column.name for column in part.find_all(exp.Column)]
        values = [literal.name for literal in part.find_all(exp.Literal)]
        if not columns:
            yield "The statement has a condition that is always the same."
        told = any(map(claims.names, columns)) or any(map(claims.mentions, values))
        if columns and not told:
            yield f"It does not say that {part.sql()} decides which rows are meant."
    if not any(_switches_off(pair) for pair in tree.expressions):
        yield from _polarity(claims, where)
    yield from _comparisons(claims, where)


def _switches_off(pair: exp.Expr) -> bool:
    """Whether an assignment itself has a "not" in its explanation."""
    value = pair.args.get("expression")
    return isinstance(value, exp.Null) or (isinstance(value, exp.Boolean) and not value.this)


def _polarity(claims: Claims, where: exp.Expr | None) -> Iterator[str]:
    if where is None:
        return
    denied = any(where.find_all(exp.Not, exp.NEQ)) or any(
        not node.this for node in where.find_all(exp.Boolean)
    ) or any(where.find_all(exp.Null))  # fmt: skip
    if denied and not claims.denies:
        yield "It leaves out a “not” of the condition."
    literals = " ".join(literal.name.lower() for literal in where.find_all(exp.Literal))
    inner = _OUTRIGHT & set(claims.words)
    turned = any(where.find_all(*_COMPARED_UP, *_COMPARED_DOWN)) and _turned_round(claims, where)
    if inner and not denied and not turned and not any(word in literals for word in inner):
        yield "It says “not” where the condition does not."


def _comparisons(claims: Claims, where: exp.Expr | None) -> Iterator[str]:
    # "Not seen since" is the same as "last seen before".
    if where is not None and _turned_round(claims, where) and not _OUTRIGHT & set(claims.words):
        yield "It turns a comparison of the condition round."


def _turned_round(claims: Claims, where: exp.Expr) -> bool:
    up, down = any(where.find_all(*_COMPARED_UP)), any(where.find_all(*_COMPARED_DOWN))
    less = claims.says_less and not claims.says_more
    more = claims.says_more and not claims.says_less
    return (up and not down and less) or (down and not up and more)


def _numbers(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:
    allowed = set(numbers_of(tree))
    if rows is not None:
        allowed.add(str(rows))
    for number in sorted(claims.numbers - allowed):
        if number == "1" and not claims.says("row", "record", "only", "single"):
            continue
        yield f"It names {number}, which is not in the statement."
    texts = " ".join(literal.name for literal in tree.find_all(exp.Literal)).lower()
    names = " ".join(names_of(tree)).lower()
    for date in sorted(claims.dates):
        if date not in texts:
            yield f"It names {date}, which is not in the statement."
    for quote in claims.quotes:
        if quote.lower() not in texts and quote.lower() not in names:
            yield f"It names “{quote}”, which is not in the statement."


def _conflict(claims: Claims, tree: exp.Expr, rows: int | None) -> Iterator[str]:  # noqa: ARG001
    if not isinstance(tree, exp.Insert):
        return
    conflict = tree.args.get("conflict")
    replaces = str(tree.args.get("alternative") or "").upper() == "REPLACE"
    updates = conflict is not None and bool(conflict.expressions)
    if (replaces or updates) and not claims.says(
        "replace", "overwrite", "update", "change", "instead", "exist", "already", "replaced",
        "changed", "exists", "existing",
    ):  # fmt: skip
        yield "It does not say that rows which are there already are changed."


_CHECKS: tuple[Callable[[Claims, exp.Expr, int | None], Iterator[str]], ...] = (
    _harmless,
    _verb,
    _object,
    _tables,
    _columns,
    _condition,
    _numbers,
    _conflict,
)

_DOES = {
    "add rows": "adds rows",
    "change": "changes rows",
    "delete": "deletes rows",
    "merge": "merges rows",
    "add index": "adds an index",
    "add table": "creates a table",
    "add view": "creates a view",
    "add schema": "creates a schema",
    "add column": "adds a column",
    "add constraint": "adds a rule to a table",
    "rename": "renames something",
    "change schema": "changes the schema",
    "change comment": "changes a comment",
    "delete schema": "removes a part of the schema",
}
_ALSO: dict[str, set[str]] = {
    "merge": {"add", "change", "delete"},
    "add constraint": {"change"},
    "change comment": {"add"},
    "add view": {"change"},
}
_SAME_OBJECT = {"column": ("field",), "constraint": ("rule", "check", "key", "foreign")}
