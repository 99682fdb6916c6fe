"""What changed in a validated query from one revision to the next, in lines for people."""

import difflib
from collections.abc import Sequence

from knowledge.validated.query import ValidatedQuery


def changes(before: ValidatedQuery, after: ValidatedQuery) -> tuple[str, ...]:
    """One line for each thing that changed; of the SQL a unified diff without its head."""
    lines: list[str] = []
    if before.question != after.question:
        lines.append(f"question: {before.question} -> {after.question}")
    lines += [f"+ wording: {text}" for text in after.paraphrases if text not in before.paraphrases]
    lines += [f"- wording: {text}" for text in before.paraphrases if text not in after.paraphrases]
    may, might = _open(after), _open(before)
    if may != might:
        lines.append(f"values that may change: {might or 'none'} -> {may or 'none'}")
    return (*lines, *_diff(before.sql.splitlines(), after.sql.splitlines()))


def _open(query: ValidatedQuery) -> str:
    return ", ".join(item.default for item in query.parameters if not item.fixed)


def _diff(before: Sequence[str], after: Sequence[str]) -> list[str]:
    found = difflib.unified_diff(before, after, lineterm="", n=1)
    return [line for line in found if not line.startswith(("---", "+++", "@@"))]
