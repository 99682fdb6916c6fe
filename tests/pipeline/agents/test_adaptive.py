"""Who answers where there are both: the rules by themselves, or a model beside their reading."""

from pathlib import Path

import pytest

from knowledge.catalog import Kind
from pipeline.agents.same_rows import say_the_same
from pipeline.checkpoint import Action, Ask, Decision
from pipeline.result import Answer, Cell
from pipeline.warehouse import ResultColumn, Rows
from tests.pipeline.agents.loopback_replies import Answered, Failed
from tests.pipeline.agents.shop import in_turn, open_shop, said_to

# Read by the rules, but over two tables and ranked.
DOUBTED = "Which customer has the most orders?"
RIGHT = (
    "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.is_test = 0 "
    "GROUP BY c.id, c.name ORDER BY COUNT(*) DESC LIMIT 1"
)
OTHER = RIGHT.replace("SELECT c.name", "SELECT MIN(c.country)")


def wrote(sql: str) -> Answered:
    return Answered({"sql": sql, "reading": "as the model reads it"})


@pytest.mark.parametrize(
    "question",
    [
        "How many customers are there?",
        "Customers from Spain",
        "How many customers are there in each country?",
        "net revenue by country",
    ],
)
async def test_what_the_rules_are_sure_of_no_model_is_asked(tmp_path: Path, question: str) -> None:
    async with open_shop(tmp_path, in_turn(wrote(RIGHT))) as shop:
        driven = await shop.ask(question)
        assert shop.model.requests == []
    assert isinstance(driven.outcome, Answer), driven.outcome


async def test_a_model_that_agrees_with_the_rules_is_asked_once(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(wrote(RIGHT))) as shop:
        driven = await shop.ask(DOUBTED)
        assert len(shop.model.requests) == 1
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)
    assert driven.asked == ()
    assert driven.state.agreement == "same query"
    assert driven.outcome.written_by == "small"
    assert "a second reading without a model writes the same query" in driven.outcome.trust_reason


async def test_a_model_that_differs_is_told_and_may_correct_itself(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(wrote(OTHER), wrote(RIGHT))) as shop:
        driven = await shop.ask(DOUBTED)
        assert len(shop.model.requests) == 2
        assert "gives other rows" in said_to(shop.model)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)


@pytest.mark.parametrize(("chosen", "rows"), [("model", "Spain"), ("own", "Ada")])
async def test_where_a_model_keeps_to_its_reading_the_person_chooses_between_both(
    tmp_path: Path, chosen: str, rows: str
) -> None:
    async def choose(ask: Ask) -> Decision:
        (question,) = ask.questions
        assert [option.detail for option in question.options] == [
            "gives 1 row, first: Spain",
            "gives 1 row, first: Ada",
        ]
        return Decision(action=Action.APPROVE, choices={question.id: chosen})

    async with open_shop(tmp_path, in_turn(wrote(OTHER))) as shop:
        driven = await shop.ask(DOUBTED, choose)
        assert len(shop.model.requests) == 2
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert [ask.title for ask in driven.asked] == ["Which of these do you mean?"]
    assert driven.outcome.rows[0][0] == rows


async def test_where_readings_may_not_run_only_an_equal_query_counts(tmp_path: Path) -> None:
    never = {"run_alternatives": "never"}
    async with open_shop(tmp_path, in_turn(wrote(OTHER)), reading=never) as shop:
        driven = await shop.ask(DOUBTED)
        assert len(shop.model.requests) == 1
    assert driven.state.agreement == ""
    assert driven.asked == ()


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Failed(401), "No model could be asked"),
        (wrote("SELECT nme FROM customers"), "passed its checks"),
        (wrote("DELETE FROM customers"), "passed its checks"),
        (Answered({"sql": "", "cannot": "there are no customers"}), "there are no customers"),
    ],
)
async def test_without_a_models_answer_the_reading_by_rules_stands_and_says_so(
    tmp_path: Path, reply: Answered | Failed, said: str
) -> None:
    async with open_shop(tmp_path, in_turn(reply)) as shop:
        driven = await shop.ask(DOUBTED)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.asked == ()
    assert said in driven.outcome.assumptions[-1]
    assert driven.state.draft is not None
    assert driven.state.draft.by == "rules"


async def test_without_models_the_rules_answer_as_ever(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(wrote(RIGHT)), models={"use": False}) as shop:
        driven = await shop.ask(DOUBTED)
        assert shop.model.requests == []
    assert isinstance(driven.outcome, Answer)
    assert driven.outcome.rows == (("Ada",),)


def result(*rows: tuple[Cell, ...]) -> Rows:
    width = len(rows[0]) if rows else 0
    return Rows(
        columns=tuple(ResultColumn(name=f"c{place}", kind=Kind.OTHER) for place in range(width)),
        rows=rows,
    )


@pytest.mark.parametrize(
    ("one", "other", "ordered", "same"),
    [
        (result(("a",), ("b",)), result(("b",), ("a",)), False, True),
        (result(("a",), ("b",)), result(("b",), ("a",)), True, False),
        (result(("a", 1), ("b", 2)), result((2, "b"), (1, "a")), False, True),
        (result(("a",), ("b",)), result(("a", 7), ("b", 8)), False, True),
        (result(("a",)), result(("a",), ("a",)), False, False),
        (result(("a", 1), ("b", 2)), result(("a", 2), ("b", 1)), False, False),
        (result((0.1 + 0.2,)), result((0.3,)), False, True),
        (result((3,)), result((3.0,)), False, True),
        (result((None,)), result((0,)), False, False),
        (result((float("nan"),)), result((float("nan"),)), False, True),
        (result(), result(), True, True),
    ],
)
def test_two_results_say_the_same(one: Rows, other: Rows, ordered: bool, same: bool) -> None:
    assert say_the_same(one, other, ordered=ordered) is same
