"""The planner's doubt becomes a card's content."""

import pytest

from pipeline.checkpoint import CheckpointKind, Option
from pipeline.planning import kind_of_card, question_of
from pipeline.rules.outcomes import Ask as Unsure


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("tables", CheckpointKind.TABLES),
        ("columns", CheckpointKind.COLUMNS),
        ("geography", CheckpointKind.GEOGRAPHY),
        ("clarification", CheckpointKind.CLARIFICATION),
        ("something new", CheckpointKind.CLARIFICATION),
    ],
)
def test_a_doubt_is_shown_as_its_kind_of_checkpoint(kind: str, shown: CheckpointKind) -> None:
    options = (Option(id="a", label="A", detail="the first"), Option(id="b", label="B"))
    unsure = Unsure(id="q", kind=kind, prompt="Which?", options=options, default="a")
    question = question_of(unsure)
    assert kind_of_card(unsure) is shown
    assert question.options == options
    assert question.default == "a"
