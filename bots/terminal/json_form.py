"""How a question ended, as one JSON object for scripts."""

import json
import math
import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

from pipeline.checkpoint import Ask
from pipeline.result import Answer, Cell, Refusal, Report

Json: TypeAlias = dict[str, Any]


def print_json(told: Json) -> None:
    sys.stdout.write(json.dumps(told, ensure_ascii=False, allow_nan=False) + "\n")


def as_object(outcome: Answer | Refusal, asked: Sequence[Ask]) -> Json:
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
        "changed": outcome.changed,
        "assumptions": list(outcome.assumptions),
        "asked": met,
        "reading": outcome.reading,
        "how": list(outcome.how),
        "workspace": outcome.workspace,
        "truncated": outcome.truncated,
        **({"report": _report(outcome.report)} if outcome.report else {}),
    }


def _report(report: Report) -> Json:
    parts = [{"question": part.question, **as_object(part.outcome, ())} for part in report.parts]
    return {
        "title": report.title,
        "period": report.period,
        "findings": [finding.text for finding in report.findings],
        "parts": parts,
        "notes": list(report.notes),
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
