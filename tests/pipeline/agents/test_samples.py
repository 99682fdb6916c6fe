"""Several queries for a question that no rule can check: equal ones stand, others are asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pipeline.checkpoint import Action, Ask, Decision
from pipeline.result import Answer
from pipeline.telling.two_queries import said_apart
from tests.pipeline.agents.loopback import Script
from tests.pipeline.agents.loopback_replies import Answered, Failed, Reply
from tests.pipeline.agents.shop import BOOMERANG, PUZZLE, Shop, in_turn, open_shop

# Orders instead of customers.
MOST = BOOMERANG.replace("COUNT(*) > 1", "COUNT(*) > 0")
# The same rows, written in another way.
SAME = (
    "SELECT name FROM customers WHERE id IN "
    "(SELECT customer_id FROM orders WHERE is_test = 0 GROUP BY customer_id HAVING COUNT(*) >= 2)"
)


def wrote(sql: str, reading: str = "as a model reads it") -> Answered:
    return Answered({"sql": sql, "reading": reading})


def in_parts(first: Reply, *further: Reply) -> Script:
    """The first reply of the model that writes, the others of those asked for further queries."""
    replies = {"small": first, **{f"other {place}": each for place, each in enumerate(further)}}
    return lambda request: replies[request.model]


@asynccontextmanager
async def a_shop(folder: Path, first: Reply, *further: Reply) -> AsyncIterator[Shop]:
    others = [f"other {place}" for place, _ in enumerate(further)]
    given = {"samples": 1 + len(further), "layers": {"sample": {"models": others}}, "repairs": 0}
    async with open_shop(folder, in_parts(first, *further), "small", *others, given=given) as shop:
        yield shop


class Choosing:
    """Picks the option with these words, and keeps the cards that were shown."""

    def __init__(self, words: str) -> None:
        self._words = words
        self.cards: list[Ask] = []

    async def __call__(self, ask: Ask) -> Decision:
        self.cards.append(ask)
        (question,) = ask.questions
        picked = next(
            option
            for option in question.options
            if self._words in f"{option.label} {option.detail}"
        )
        return Decision(action=Action.APPROVE, choices={question.id: picked.id})


@pytest.mark.parametrize("other", [BOOMERANG, SAME])
async def test_queries_that_agree_are_answered_without_a_card(tmp_path: Path, other: str) -> None:
    async with a_shop(tmp_path, wrote(BOOMERANG), wrote(other)) as shop:
        driven = await shop.ask(PUZZLE)
        assert len(shop.model.requests) == 2
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.asked == ()
    assert "a second try of a model" in driven.outcome.trust_reason
    assert [spent.step for spent in driven.state.spent] == ["sample", "write_sql"]


@pytest.mark.parametrize(("words", "rows"), [("above 1", 1), ("above 0", 3)])
async def test_queries_that_differ_are_put_to_the_person_in_words(
    tmp_path: Path, words: str, rows: int
) -> None:
    person = Choosing(words)
    async with a_shop(tmp_path, wrote(BOOMERANG), wrote(MOST)) as shop:
        driven = await shop.ask(PUZZLE, person)
        assert len(shop.model.requests) == 2
    (card,) = person.cards
    assert card.title == "Which of these do you mean?"
    details = sorted(option.detail for option in card.questions[0].options)
    assert details[0].startswith("only groups where number of rows is above 0; gives 3 rows")
    assert details[1].startswith("only groups where number of rows is above 1; gives 1 row")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert len(driven.outcome.rows) == rows
    assert "you chose between it and a second try of a model" in driven.outcome.trust_reason


async def test_two_of_three_that_agree_with_the_first_are_enough(tmp_path: Path) -> None:
    async with a_shop(tmp_path, wrote(BOOMERANG), wrote(MOST), wrote(BOOMERANG)) as shop:
        driven = await shop.ask(PUZZLE)
        assert len(shop.model.requests) == 3
    assert driven.asked == ()
    assert driven.state.agreement == "same query"


@pytest.mark.parametrize(
    "second",
    [
        Failed(401),
        wrote("SELECT amount FROM salarys"),
        wrote("DELETE FROM customers"),
        Answered({"sql": "", "cannot": "there is no such column"}),
        Answered({"sql": 7}),
    ],
)
async def test_a_query_that_is_of_no_use_is_no_witness(tmp_path: Path, second: Reply) -> None:
    async with a_shop(tmp_path, wrote(BOOMERANG), second) as shop:
        driven = await shop.ask(PUZZLE)
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.asked == ()
    assert driven.state.agreement == ""


async def test_what_the_rules_can_check_is_written_once(tmp_path: Path) -> None:
    right = wrote(f"{BOOMERANG} ORDER BY COUNT(*) DESC LIMIT 1")
    async with a_shop(tmp_path, right, wrote(MOST), wrote(MOST)) as shop:
        driven = await shop.ask("Which customer has the most orders?")
        assert len(shop.model.requests) == 1
    assert driven.state.samples == ()


async def test_without_samples_a_question_costs_one_call(tmp_path: Path) -> None:
    async with open_shop(tmp_path, in_turn(wrote(BOOMERANG))) as shop:
        await shop.ask(PUZZLE)
        assert len(shop.model.requests) == 1


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (
            "SELECT name FROM t WHERE a = 1", "SELECT name FROM t WHERE a = 2",
            ("only where a is 1", "only where a is 2"),
        ),
        (
            "SELECT SUM(net) FROM t", "SELECT AVG(net) AS x FROM t",
            ("shows sum of net", "shows average net"),
        ),
        (
            "SELECT a FROM t ORDER BY b DESC LIMIT 3", "SELECT a FROM t",
            ("highest b first; only the first 3", ""),
        ),
        ("SELECT COUNT(*) FROM t", "SELECT COUNT(*) FROM u", ("reads t", "reads u")),
        ("SELECT a FROM t", "no query", ("shows a; reads t", "")),
        ("SELECT a FROM t", "SELECT a FROM t", ("", "")),
    ],
)  # fmt: skip
def test_what_sets_two_queries_apart(one: str, other: str, apart: tuple[str, str]) -> None:
    assert said_apart(one, other, "sqlite") == apart
