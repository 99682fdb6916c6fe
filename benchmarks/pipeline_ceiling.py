"""Which questions do not come out right although the model says the gold SQL, and why."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_road import Came
from pipeline.result import Refusal

CONTRADICTS = "gold leaves out days that the question names"
OTHER_FORM = "right, but to be written in another form"
# What a finding asks for that a model can do, and a script that only knows one SQL cannot.
_FORMS = ("are joined without a condition", " 23:59:59")
_OTHER_DAYS = "Write them as a half-open range"


def short_of_it(
    items: Sequence[Item], came: Sequence[Came], say: Callable[[str], None]
) -> dict[str, object]:
    """A line for each such question, how many there are of each kind of cause, and the ceiling.

    The ceiling is what can be right at all: gold that contradicts its question is refused rightly.
    """
    causes: Counter[str] = Counter()
    clicked = 0
    for item, each in zip(items, came, strict=True):
        if each.right:
            continue
        if each.clicked:
            clicked += 1
            say(f"right after a click: {item['id']} {item['question']}")
            continue
        kind, why = cause_of(each)
        causes[kind] += 1
        say(f"short of the ceiling: {item['id']} ({kind}) {item['question']}\n    {why}")
    right = sum(each.right or each.clicked for each in came)
    possible = len(came) - causes[CONTRADICTS]
    say(f"right or right after a click: {right} of {len(came)}; possible: {possible}")
    return {"clicked": clicked, "right": right, "possible": possible, **causes}


def cause_of(came: Came) -> tuple[str, str]:
    """What kept the gold SQL from being the answer."""
    draft, ended = came.driven.state.draft, came.driven.outcome
    if came.answered:
        return "answered otherwise", draft.sql if draft else ""
    if draft is not None and draft.findings:
        return kind_of(draft.findings), " ".join(draft.findings)
    return (ended.code, ended.reason) if isinstance(ended, Refusal) else ("unanswered", "")


def kind_of(findings: Sequence[str]) -> str:
    """Whether the findings ask for another form, or hold the question against its gold."""
    if all(any(form in text for form in _FORMS) for text in findings):
        return OTHER_FORM
    kept = [re.sub(r"\s+", " ", text) for text in findings]
    return CONTRADICTS if all(_OTHER_DAYS in text for text in kept) else "findings"
