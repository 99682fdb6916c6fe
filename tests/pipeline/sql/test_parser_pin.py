"""A new version of the parser must not bring a class that nobody decided on."""

from collections.abc import Iterator
from pathlib import Path

from sqlglot import exp

from pipeline.sql.text.allow_list import allowed_types, read_nodes, schema_nodes, write_nodes

KNOWN = Path(__file__).parent / "cases" / "parser_classes.txt"


# Types of somebody's own, and those that PostgreSQL has and the parser keeps apart.
OF_THEIR_OWN = {"USERDEFINED", "UNKNOWN"}
NAMES_OF_OBJECTS = {"OID", "REGCLASS", "REGTYPE"}


def classes(parent: type[exp.Expr] = exp.Expr) -> Iterator[str]:
    for child in parent.__subclasses__():
        yield child.__name__
        yield from classes(child)


def test_every_class_of_the_parser_was_seen_by_a_person() -> None:
    known = set(KNOWN.read_text(encoding="utf-8").split())

    assert sorted(set(classes()) - known) == []


def test_every_allowed_class_exists() -> None:
    allowed = read_nodes() | write_nodes() | schema_nodes()

    assert sorted(allowed - set(classes())) == []


def test_every_type_of_the_parser_was_seen_by_a_person() -> None:
    types = {each.name for each in exp.DType}

    assert allowed_types("duckdb") == types - OF_THEIR_OWN
    assert allowed_types("postgres") <= types - OF_THEIR_OWN | NAMES_OF_OBJECTS
