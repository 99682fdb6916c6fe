"""A question asked in this process, with approved questions taken from the workspace's file."""

from pathlib import Path

import pytest

from bots.bootstrap.asking import direct
from bots.bootstrap.workspaces import NoAnswers
from pipeline.checkpoint import CheckpointKind
from pipeline.direct import take_defaults
from pipeline.result import Answer, Refusal, Trust
from tests.bots.bootstrapped import settings_in

APPROVED = """
queries:
  - question: How many people bought something
    paraphrases: [How many buyers do we have]
    sql: SELECT COUNT(DISTINCT customer_id) AS buyers FROM purchase
  - question: Purchases last month
    times: [last month]
    sql: SELECT COUNT(*) AS n FROM purchase WHERE bought_on >= {start} AND bought_on < {end}
  - question: Purchases without any dates
    times: [last month]
    sql: SELECT COUNT(*) FROM purchase WHERE bought_on >= {start}
"""


async def test_an_approved_question_of_the_file_is_offered_and_answers(tmp_path: Path) -> None:
    (tmp_path / "approved.yaml").write_text(APPROVED)
    async with direct(settings_in(tmp_path, validated="approved.yaml"), tmp_path) as asking:
        driven = await asking.ask("How many people bought something?", take_defaults)
    assert [ask.kind for ask in driven.asked] == [CheckpointKind.MATCH]
    assert isinstance(driven.outcome, Answer)
    assert driven.outcome.trust is Trust.TRUSTED
    assert driven.outcome.rows == ((3,),)


@pytest.mark.parametrize("content", ["queries: [unclosed", "queries: 3", "\udcff"])
async def test_a_broken_file_of_approved_questions_keeps_nobody_from_asking(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / "approved.yaml").write_bytes(content.encode(errors="surrogateescape"))
    async with direct(settings_in(tmp_path, validated="approved.yaml"), tmp_path) as asking:
        driven = await asking.ask("How many products?", take_defaults)
    assert isinstance(driven.outcome, Answer)


async def test_the_reason_of_another_workspace_is_not_given(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    gone = settings.workspaces["shop"].model_copy(update={"glossary": "none.yaml"})
    both = settings.model_copy(update={"workspaces": {**settings.workspaces, "gone": gone}})
    async with direct(both, tmp_path) as asking:
        driven = await asking.ask("How many?", take_defaults, workspace="gone")
        other = await asking.ask("How many products?", take_defaults, workspace="shop")
    assert isinstance(driven.outcome, Refusal)
    assert "none.yaml" in driven.outcome.reason
    assert isinstance(other.outcome, Answer)


async def test_without_the_sentence_model_nothing_is_matched() -> None:
    nothing = NoAnswers()
    assert await nothing.find("How many?", ()) == ()
    assert await nothing.examples("How many?", 3) == ()
    await nothing.used("q1", "How many?")
    await nothing.not_the_same("q1", "How many?")
