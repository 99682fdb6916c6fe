"""The glossary as people answered it: in this run, and once and for all."""

from knowledge.saved_meanings import Meaning, with_meanings
from pipeline.rules.schema.known import Known
from pipeline.state import RunState


def as_settled(known: Known, state: RunState) -> Known:
    """What is known, its words meaning what people said that they mean."""
    answers = {**state.standing, **state.choices}
    meanings = {key: Meaning(question=key, answer=answer) for key, answer in answers.items()}
    glossary, _ = with_meanings(known.glossary, meanings)
    return known.meaning(glossary) if glossary != known.glossary else known
