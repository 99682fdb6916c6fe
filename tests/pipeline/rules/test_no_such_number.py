"""A number that nobody defined is said to be unknown; no other is taken, or offered, for it."""

from pathlib import Path

import pytest

from knowledge.glossary import Glossary, Metric, Term
from pipeline.rules.outcomes import Cannot, Outcome, Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from tests.pipeline.rules.conftest import a_file, a_known

SCRIPT = """
CREATE TABLE market (market_id INTEGER PRIMARY KEY, market_name TEXT NOT NULL);
CREATE TABLE parcel (
  parcel_id INTEGER PRIMARY KEY, market_id INTEGER NOT NULL REFERENCES market (market_id),
  weight REAL NOT NULL, discount_rate REAL NOT NULL, vat_rate REAL NOT NULL);
CREATE TABLE returns (
  return_id INTEGER PRIMARY KEY, parcel_id INTEGER NOT NULL REFERENCES parcel (parcel_id),
  returned_on DATE NOT NULL, pieces INTEGER NOT NULL);
INSERT INTO market VALUES (1, 'Oslo'), (2, 'Porto');
INSERT INTO parcel VALUES (1, 1, 2.5, 0.1, 0.25), (2, 2, 4.0, 0.0, 0.23);
INSERT INTO returns VALUES (1, 1, '2026-02-01', 3);
"""
GLOSSARY = Glossary(
    metrics=(
        Metric(name="returned pieces", expression="sum(returns.pieces)", table="returns"),
        Metric(name="parcels", expression="count(*)", table="parcel"),
    ),
    terms=(Term(name="market", means="market.market_name", synonyms=("markets",)),),
)


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Known:
    return a_known(a_file(tmp_path_factory.mktemp("post"), SCRIPT), GLOSSARY)


def refused(outcome: Outcome) -> str:
    assert isinstance(outcome, Cannot), outcome
    return outcome.reason


@pytest.mark.parametrize("words", ["return rate", "churn rate", "marketing spend", "agents"])
def test_what_nobody_defined_is_refused_by_its_whole_name(post: Known, words: str) -> None:
    assert f"no “{words}”" in refused(plan(f"{words} by market", post))


def test_what_is_near_is_named(post: Known) -> None:
    assert "returned pieces" in refused(plan("return rate by market", post))


def test_the_numbers_that_there_are_stand_in_for_what_is_near(post: Known) -> None:
    assert "parcels" in refused(plan("churn rate by market", post))


def test_a_gerund_is_no_name_of_what_it_is_made_from(post: Known) -> None:
    assert not isinstance(plan("marketing", post), Planned)


@pytest.mark.parametrize("words", ["discount rate", "vat rate", "weight"])
def test_what_there_is_is_read(post: Known, words: str) -> None:
    assert isinstance(plan(f"average {words} by market", post), Planned)


def test_a_word_that_only_describes_is_still_asked(tmp_path: Path) -> None:
    known = a_known(a_file(tmp_path, SCRIPT))
    assert not isinstance(plan("sturdy parcels by market", known), Cannot)
