"""What each function may produce, read once from `allowed/products.txt`."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sqlglot import exp


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """The kind of product, its factor, and where the arguments stand that decide on it."""

    kind: str
    factor: float = 0.0
    places: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def all_given(self, node: exp.Expr, role: str) -> list[exp.Expr]:
        """The arguments of a role, whichever way the call gives them.

        Where it names one that nobody knows, any of them may be meant.
        """
        places = dict(self.places).get(role, ())
        named, plain = _arguments(node)
        known = {place for _, several in self.places for place in several}
        if named and not set(named) <= known:
            return [*named.values(), *plain.values()]
        found = [named[place] for place in places if place in named]
        return found + [plain[place] for place in places if place in plain]


def fact_of(node: exp.Expr, dialect: str) -> Fact | None:
    """What is known of a function; None of one that nobody wrote about."""
    facts = _facts(dialect)
    if isinstance(node, exp.Anonymous | exp.AnonymousAggFunc):
        return facts.get(node.name.lower().removeprefix("pg_catalog."))
    return facts.get(type(node).__name__)


def arguments_of(node: exp.Expr) -> list[exp.Expr]:
    """All that a function is given."""
    named, plain = _arguments(node)
    found = [*named.values(), *plain.values()]
    return list({id(each): each for each in found}.values())


def _arguments(node: exp.Expr) -> tuple[dict[str, exp.Expr], dict[str, exp.Expr]]:
    """Arguments by the name that the call gives them, and by the parser's key or their place."""
    in_order: list[tuple[str, exp.Expr]] = []
    for key, value in node.args.items():
        if isinstance(value, exp.Expr):
            in_order.append((key, value))
        elif isinstance(value, list):
            start = len(in_order)
            listed = [each for each in value if isinstance(each, exp.Expr)]
            in_order += [(str(start + at), each) for at, each in enumerate(listed)]
    named: dict[str, exp.Expr] = {}
    plain: dict[str, exp.Expr] = {}
    for key, value in in_order:
        if isinstance(value, exp.Kwarg | exp.PropertyEQ) or _is_named(value):
            named[value.this.name.lower()] = value.expression
        else:
            plain[key] = value
    return named, plain


def _is_named(value: exp.Expr) -> bool:
    """DuckDB's `num_rows = 3`."""
    return (
        isinstance(value, exp.EQ)
        and isinstance(value.this, exp.Column)
        and value.this.name.lower() == "num_rows"
    )


@cache
def _facts(dialect: str) -> dict[str, Fact]:
    text = files("pipeline.sql").joinpath("allowed", "products.txt").read_text(encoding="utf-8")
    found: dict[str, Fact] = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        served, names, kind, places = line.split("|")
        if served != "*" and dialect not in served.split():
            continue
        fact = _fact(kind, places)
        found |= dict.fromkeys(names.split(), fact)
    return found


def _fact(kind: str, places: str) -> Fact:
    name, _, factor = kind.partition(" ")
    roles = (role.partition("=") for role in places.split())
    return Fact(
        kind=name,
        factor=float(factor or 0),
        places=tuple((role, tuple(given.split(","))) for role, _, given in roles),
    )
