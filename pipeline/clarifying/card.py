"""The card that asks what is meant: dates, metrics, tables and values together."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.clarifying.candidates import with_samples
from pipeline.clarifying.points import kind_of
from pipeline.hazards import SAVED
from pipeline.planning import kind_of_card, question_of
from pipeline.reader.proposals import PICKED
from pipeline.remembered.standing import StandingAnswer
from pipeline.rules.linking.earnings import word_for_money
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.state import RunState
from pipeline.workspace import Workspace

FOR_ALL = "|for all"
_SAVED = SAVED | {"metric", "table", "column", "value", "where", "time", "region"}
_MOST_SAVED = 4
_TITLES = {
    CheckpointKind.CLARIFICATION: "One question before I answer",
    CheckpointKind.TABLES: "Which data do you mean?",
    CheckpointKind.COLUMNS: "Which one do you mean?",
    CheckpointKind.GEOGRAPHY: "Which place do you mean?",
}
_SEVERAL = "A few questions before I answer"


def card_of(
    points: Sequence[Unsure], workspace: Workspace, state: RunState, dates: Ask | None = None
) -> Ask:
    """One card for all the points, behind those of the dates where there are any."""
    editor = bool(state.asker.roles & workspace.habits.glossary_roles)
    known = workspace.known_to(state.asker)
    asked = tuple(
        _with_saving(point, with_samples(question_of(point), kind_of(point), known), editor=editor)
        for point in points
    )
    if dates is not None:
        return replace(dates, title=_SEVERAL, questions=(*dates.questions, *asked))
    kind = kind_of_card(points[0])
    title = _TITLES[kind] if len(asked) == 1 else _SEVERAL
    return Ask(kind=kind, title=title, questions=asked)


def _with_saving(point: Unsure, question: Question, *, editor: bool) -> Question:
    """Who looks after the glossary may keep the answer for everybody with the same press."""
    if not editor or kind_of(point) not in _SAVED:
        return question
    kept = (each for each in question.options if each.id and not each.id.startswith(PICKED))
    offered = list(kept)[:_MOST_SAVED]
    saving = tuple(
        Option(
            id=f"{option.id}{FOR_ALL}",
            label=f"{option.label}, and save that to the glossary",
            detail="For everybody here, from now on",
        )
        for option in offered
    )
    return replace(question, options=(*question.options, *saving))


def saved_answers(state: RunState, workspace: Workspace) -> tuple[RunState, list[StandingAnswer]]:
    """The state with plain choices, and what of them is to be kept for everybody."""
    plain = {key: chosen.removesuffix(FOR_ALL) for key, chosen in state.choices.items()}
    kept = [
        StandingAnswer(
            question=key,
            answer=plain[key],
            said=f"“{words_of(key, state.question, workspace)}” means {_named(plain[key])}",
            workspace=workspace.name,
            by=state.asker.name or state.asker.id,
        )
        for key, chosen in state.choices.items()
        if chosen.endswith(FOR_ALL)
    ]
    return (replace(state, choices=plain), kept) if kept else (state, kept)


def _named(answer: str) -> str:
    table, _, column = answer.rpartition(".")
    named = f"{column} of {table}" if table else answer
    return named.replace("_", " ")


def words_of(key: str, question: str, workspace: Workspace) -> str:
    """The words of the question that a point is about."""
    kind, _, words = key.partition(":")
    if kind != "metric":
        return words
    names = words.split("/")
    metrics = (each for each in workspace.known.glossary.metrics if each.name in names)
    spoken = {word.lower() for each in metrics for word in each.synonyms}
    said = [word for word in spoken if word in question.lower()]
    return max(said, key=len, default=word_for_money(question) or words)
