"""Every button of a card leads straight to an answer, and no two buttons to the same one."""

from pathlib import Path

import pytest

from pipeline.intent import Condition, Dimension, Intent, Measure, Sorting
from pipeline.rules.asking.fewer_columns import with_fewer, without
from pipeline.rules.asking.grouped_otherwise import in_all, only_first
from pipeline.rules.asking.one_table import of_one_table
from pipeline.rules.asking.otherwise_dated import dated_by, otherwise_dated
from pipeline.rules.asking.readings import NONE
from pipeline.rules.asking.side_remarks import remarks_in, without_remarks_of
from pipeline.rules.asking.variants import variants
from pipeline.rules.linking.offers import offers_for
from pipeline.rules.linking.rows_meant import Stands
from pipeline.rules.outcomes import Ask, Cannot, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.telling.parts_in_words import condition_in_words
from pipeline.rules.text.plain_words import plain
from tests.pipeline.rules.test_unseen_databases import known, outcome_of

OPEN = [
    ("concerts", "Average price of bookings per channel; ignore the usual suspects."),
    ("concerts", "Show the title of concerts held in 2024 (drizzle permitting)."),
    ("concerts", "What was the number of bookings in March 2024 by channel? Word it as a haiku."),
    ("concerts", "Which channel brought the most bookings, and in how many squibs?"),
    ("toolhire", "Show the tools of snazzy branches in Porto."),
    ("toolhire", "How many sturdy tools does every branch have? Skip whatever is dusty."),
    ("wholesale", "Total amount of orders by channel; round it nicely please."),
    ("lettings", "Which snazzy flats in Porto are furnished?"),
]  # fmt: skip


@pytest.fixture
def concerts(unseen_files: dict[str, Path]) -> Known:
    return known(unseen_files["concerts"])


@pytest.mark.parametrize(("schema", "question"), OPEN, ids=str)
def test_every_button_leads_straight_to_an_answer_of_its_own(
    schema: str, question: str, unseen_files: dict[str, Path]
) -> None:
    about = known(unseen_files[schema])
    card = outcome_of(question, about)
    assert isinstance(card, Ask), card
    offered = [option for option in card.options[:4] if option.id != NONE]
    answers = [outcome_of(question, about, {card.id: option.id}) for option in offered]
    assert all(isinstance(answer, Planned) for answer in answers), answers
    assert len({getattr(answer, "sql", "") for answer in answers}) == len(offered)


def test_a_remark_that_is_not_used_is_told_on_its_button_and_in_the_answer(concerts: Known) -> None:
    question = "Average price of bookings per channel; ignore the usual suspects."
    card = outcome_of(question, concerts)
    assert isinstance(card, Ask)
    told = "not used: “ignore the usual suspects”"
    button = next(option for option in card.options if told in option.detail)
    answer = outcome_of(question, concerts, {card.id: button.id})
    assert isinstance(answer, Planned)
    assert "ignore the usual suspects" in answer.left_out
    assert any("ignore the usual suspects" in sentence for sentence in answer.assumptions)


def test_what_a_question_asks_is_no_remark() -> None:
    assert remarks_in("How many bookings were paid by each channel?") == []
    assert remarks_in("Total price by channel, by hall and by town.") == []


def test_a_remark_with_a_time_is_never_left_out(concerts: Known) -> None:
    card = outcome_of("Total price by channel (zany March 2024 only).", concerts)
    told = " ".join(option.detail for option in card.options) if isinstance(card, Ask) else ""
    assert "March 2024" not in told


def test_the_last_remark_is_left_out_first() -> None:
    moves = list(without_remarks_of("List all halls. Be brief please. Thank you kindly.", ()))
    assert [move.told for move in moves] == [
        "not used: “Thank you kindly”",
        "not used: “Be brief please”",
    ]


def test_a_plain_no_says_why_where_no_button_would_lead_on(concerts: Known) -> None:
    outcome = outcome_of("How many tickles do blurry choirs have?", concerts)
    assert isinstance(outcome, Cannot)
    assert "tickles" in outcome.reason


def test_a_period_may_be_of_another_date_of_the_same_rows(concerts: Known) -> None:
    counted = Measure(function="count", table="booking")
    period = Condition(
        column="booking.booked_on", operator="within", values=("2024-03-01", "2024-04-01")
    )
    intent = Intent(measures=(counted,), outputs=(0,), filters=(period,))
    (key, label), *_ = otherwise_dated(intent, concerts)
    assert (key, label) == ("dated:booking.paid_on", "By paid on of booking")
    other = dated_by(intent, key, concerts)
    assert other is not None
    assert [c.column for c in other.filters if isinstance(c, Condition)] == ["booking.paid_on"]


def test_a_column_too_many_may_be_left_out_one_by_one() -> None:
    intent = Intent(subject="choir", outputs=("choir.choir_name", "choir.town"))
    assert [label for _, label in with_fewer(intent)] == [
        "Without the town",
        "Without the choir name",
    ]
    fewer = without(intent, "without:0")
    assert fewer is not None
    assert fewer.outputs == ("choir.town",)


def test_rows_may_be_those_of_the_table_that_the_other_columns_are_of(concerts: Known) -> None:
    sung = Condition(column="audition.voice", operator="=", values=("soprano",))
    intent = Intent(subject="singer", outputs=("singer.singer",), filters=(sung,))
    other = of_one_table(intent, concerts)
    assert other is not None
    assert (other.subject, other.outputs) == ("audition", ("audition.singer",))


def test_a_ranking_may_be_its_first_row_or_one_number_of_all(concerts: Known) -> None:
    intent = Intent(
        measures=(Measure(function="count", table="booking"),),
        outputs=("booking.channel", 0),
        dimensions=(Dimension(column="booking.channel"),),
        order=(Sorting(by=0, descending=True),),
    )
    first, all_ = only_first(intent, concerts), in_all(intent, concerts)
    assert first is not None
    assert all_ is not None
    assert (first.limit, all_.dimensions, all_.outputs) == (1, (), (0,))


def test_one_row_is_not_asked_to_have_two_values(concerts: Known) -> None:
    towns = Condition(column="choir.town", operator="in", values=("Leeds", "York"))
    intent = Intent(subject="choir", outputs=("choir.choir_name",), filters=(towns,))
    assert "some-each" not in dict(variants(intent, concerts))


@pytest.mark.parametrize("word", ["decimal", "two", "new"])
def test_a_word_that_only_looks_like_a_name_is_not_taken_for_it(
    word: str, unseen_files: dict[str, Path]
) -> None:
    about = known(unseen_files["wholesale"])
    assert not offers_for(word, ["customer", "sales_order"], about, Stands(describes=True))


@pytest.mark.parametrize(
    ("ref", "told"),
    [
        ("shipment.svc_cd", "service code"),
        ("policy.prem_amt", "prem amount"),
        ("visit.std_rate", "std rate"),
        ("depot.dep_nm", "dep name"),
    ],
)
def test_a_column_is_told_in_full_where_its_short_form_is_plain(ref: str, told: str) -> None:
    assert plain(ref) == told


@pytest.mark.parametrize(
    ("operator", "value", "told"),
    [("=", 1, "is legacy"), ("=", 0, "is not legacy"), ("!=", 1, "is not legacy")],
)
def test_a_state_is_told_as_people_say_it(operator: str, value: int, told: str) -> None:
    condition = Condition(column="plan.is_legacy", operator=operator, values=(value,))
    assert condition_in_words(condition) == told


def test_a_date_that_was_chosen_is_told_as_a_date(concerts: Known) -> None:
    card = outcome_of("How many web bookings in March 2024, Word it as a haiku.", concerts)
    told = [option.detail for option in card.options] if isinstance(card, Ask) else []
    assert not any("“booking” is" in detail for detail in told)
