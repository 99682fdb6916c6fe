"""How a question ended, on the screen and as JSON for scripts."""

import math
from collections.abc import Iterable
from typing import Any, TypeAlias

from bots.conversation.answer_card import answer_card
from bots.conversation.notices import refusal_card
from bots.terminal.screen import Screen
from pipeline.checkpoint import Ask
from pipeline.result import Answer, Cell, Refusal
from review.notices import Answered

Json: TypeAlias = dict[str, Any]


def show_outcome(screen: Screen, outcome: Answer | Refusal) -> None:
    if isinstance(outcome, Answer):
        screen.show(answer_card(Answered(answer=outcome, run="")))
        screen.sql(outcome.sql)
    else:
        screen.show(refusal_card(outcome))


def outcome_json(outcome: Answer | Refusal, asked: Iterable[Ask]) -> Json:
    """`answer` with `sql`, `columns`, `rows`, `trust`, `assumptions`; or `cannot`; and `asked`."""
    met = [_asked(ask) for ask in asked]
    if isinstance(outcome, Refusal):
        return {"cannot": _cannot(outcome), "code": outcome.code, "asked": met}
    return {
        "answer": outcome.summary,
        "sql": outcome.sql,
        "columns": list(outcome.columns),
        "rows": [[_plain(cell) for cell in row] for row in outcome.rows],
        "trust": outcome.trust.value,
        "assumptions": list(outcome.assumptions),
        "asked": met,
        "reading": outcome.reading,
        "workspace": outcome.workspace,
        "truncated": outcome.truncated,
    }


def _cannot(refusal: Refusal) -> str:
    return " ".join(text for text in (refusal.reason, refusal.next_step) if text)


def _asked(ask: Ask) -> Json:
    questions = [
        {
            "text": question.text,
            "options": [option.label for option in question.options],
            "default": next((o.label for o in question.options if o.id == question.default), ""),
        }
        for question in ask.questions
    ]
    return {"kind": ask.kind.value, "title": ask.title, "questions": questions}


def _plain(cell: Cell) -> Cell:
    """JSON has no infinity and no not-a-number."""
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell
