"""A question is read for matching only as what its own words say."""

from collections.abc import Mapping

from pipeline.checkpoint import Option
from pipeline.contract import Contract
from pipeline.intent import Intent
from pipeline.matching.reading import reading_of
from pipeline.reader.proposals import Proposals
from pipeline.rules.outcomes import Ask, Outcome, Planned


def planned(sql: str) -> Planned:
    return Planned(intent=Intent(subject="songs"), sql=sql, contract=Contract(), reading="")


def asking(key: str) -> Ask:
    options = (Option(id="one", label="One"), Option(id="other", label="Other"))
    return Ask(id=key, kind="clarification", prompt="Which?", options=options, default="")


def read_with(card: Ask) -> tuple[str, ...]:
    def by_rules(choices: Mapping[str, str]) -> Outcome:
        picked = choices.get(card.id)
        return planned(f"SELECT '{picked}'") if picked else card

    return reading_of(by_rules, Proposals).statements


def test_ways_to_read_the_same_words_are_readings() -> None:
    assert read_with(asking("reading")) == ("SELECT 'one'", "SELECT 'other'")
    assert read_with(asking("time:orders")) == ("SELECT 'one'", "SELECT 'other'")


def test_values_offered_in_place_of_an_unknown_one_are_none() -> None:
    assert read_with(asking("word:badlands")) == ()
    assert read_with(asking("value:orders.country")) == ()
