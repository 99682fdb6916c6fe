"""Two readings are merged to one list, and tell how far they agree."""

import pytest

from pipeline.reader.agreement import (
    AgreementKind,
    FirstReading,
    Sameness,
    agreement_row,
    canonical_sql,
    kind_of,
    offers_of,
)
from pipeline.reader.intent import EveryColumn, Intent
from pipeline.reader.reader import LearnedReading, ReadCandidate
from pipeline.reader.weights import shipped_weights
from tests.pipeline.reader.conftest import Runner

NAMES, AGES, ROWS = (
    "select name from singer",
    "select age from singer",
    "select count(*) from singer",
)
SAME = (
    ('SELECT "t1"."name" FROM "singer" AS "t1"', "select name from singer"),
    ("SELECT COUNT(*) AS n FROM singer", "SELECT COUNT(*) FROM singer"),
    ("SELECT name FROM singer WHERE age > 3 AND name = 'a'",
     "SELECT s.name FROM singer s WHERE s.name = 'a' AND s.age > 3"),
    ("SELECT a.x FROM a JOIN b ON a.id = b.id", "SELECT a.x FROM a JOIN b ON b.id = a.id"),
)  # fmt: skip


def learned(*statements: str) -> LearnedReading:
    empty = Intent(select=(EveryColumn(),))
    return LearnedReading(
        candidates=tuple(ReadCandidate(intent=empty, sql=s, probability=0.6) for s in statements),
        confidence=0.7,
        unexplained=(),
    )


def answered(sql: str) -> FirstReading:
    return FirstReading(answered=True, statements=(sql,))


def asked(*statements: str) -> FirstReading:
    return FirstReading(answered=False, statements=statements)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_aliases_and_order_do_not_tell_statements_apart(one: str, other: str) -> None:
    assert canonical_sql(one, "sqlite") == canonical_sql(other, "sqlite")


def test_other_values_tell_statements_apart() -> None:
    one, other = "SELECT name FROM s WHERE a = 1", "SELECT name FROM s WHERE a = 2"
    assert canonical_sql(one, "sqlite") != canonical_sql(other, "sqlite")


@pytest.mark.parametrize(
    ("first", "second", "kind"),
    [
        (answered(NAMES), learned(NAMES, AGES), AgreementKind.ANSWERED_FIRST),
        (answered(AGES), learned(NAMES, AGES), AgreementKind.ANSWERED_AMONG),
        (answered(ROWS), learned(NAMES, AGES), AgreementKind.ANSWERED_APART),
        (answered(ROWS), learned(), AgreementKind.ANSWERED_APART),
        (asked(NAMES, AGES), learned(NAMES), AgreementKind.ASKED_FIRST),
        (asked(NAMES, AGES), learned(AGES), AgreementKind.ASKED_AMONG),
        (asked(NAMES, AGES), learned(ROWS), AgreementKind.ASKED_APART),
        (asked(), learned(ROWS), AgreementKind.NOT_READ),
    ],
)
def test_the_kind_of_agreement_is_told(
    first: FirstReading, second: LearnedReading, kind: AgreementKind
) -> None:
    assert kind_of(first, second, str.__eq__) is kind


def test_one_list_holds_each_reading_once_and_the_answer_first() -> None:
    first, second = answered(AGES), learned(NAMES, AGES)
    found = offers_of(first, second, kind_of(first, second, str.__eq__), str.__eq__)
    assert [(o.sql, o.by_rules, o.learned) for o in found] == [
        (AGES, True, True), (NAMES, False, True),
    ]  # fmt: skip


def test_equal_rows_are_agreement_where_statements_may_run(run: Runner) -> None:
    other = learned("select name from singer where age > 0")
    apart = kind_of(answered(NAMES), other, Sameness("sqlite", None).is_same)
    agreed = kind_of(answered(NAMES), other, Sameness("sqlite", run).is_same)
    assert (apart, agreed) == (AgreementKind.ANSWERED_APART, AgreementKind.ANSWERED_FIRST)


def test_agreement_makes_an_answer_more_probable() -> None:
    fitted = shipped_weights().agreement
    assert fitted is not None
    apart, agreed = (
        fitted.probability(agreement_row(kind, learned(NAMES)))
        for kind in (AgreementKind.ANSWERED_APART, AgreementKind.ANSWERED_FIRST)
    )
    assert 0 < apart < agreed < 1
