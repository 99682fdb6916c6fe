"""Which questions do not come out right although the model says the gold SQL, and why."""

from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_road import Came
from pipeline.result import Refusal


def short_of_it(
    items: Sequence[Item], came: Sequence[Came], say: Callable[[str], None]
) -> dict[str, int]:
    """A line for each such question, and how many there are of each kind of cause."""
    causes: Counter[str] = Counter()
    for item, each in zip(items, came, strict=True):
        if each.right:
            continue
        kind, why = cause_of(each)
        causes[kind] += 1
        say(f"short of the ceiling: {item['id']} ({kind}) {item['question']}\n    {why}")
    return dict(causes)


def cause_of(came: Came) -> tuple[str, str]:
    """What kept the gold SQL from being the answer."""
    draft, ended = came.driven.state.draft, came.driven.outcome
    if came.answered:
        return "answered otherwise", draft.sql if draft else ""
    if draft is not None and draft.findings:
        return "findings", " ".join(draft.findings)
    return (ended.code, ended.reason) if isinstance(ended, Refusal) else ("unanswered", "")
