"""Which questions do not come out right although the model says the gold SQL, and why."""

from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.pipeline_other_forms import of_the_confirmed_days, other_forms
from benchmarks.pipeline_questions import Item
from benchmarks.pipeline_road import Came
from benchmarks.text_to_sql import Bench
from pipeline.result import Refusal

CONTRADICTS = "gold contradicts itself: other rows over the days that its question names"
LEAVES_OUT = "gold contradicts itself: the same rows without a column that its question names"
OTHER_FORM = "right, but to be written in another form"


def short_of_it(
    items: Sequence[Item], came: Sequence[Came], bench: Bench, say: Callable[[str], None]
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
        kind, why = cause_of(item, each, bench)
        causes[kind] += 1
        say(f"short of the ceiling: {item['id']} ({kind}) {item['question']}\n    {why}")
    right = sum(each.right or each.clicked for each in came)
    possible = len(came) - causes[CONTRADICTS] - causes[LEAVES_OUT]
    say(f"right or right after a click: {right} of {len(came)}; possible: {possible}")
    return {"clicked": clicked, "right": right, "possible": possible, **causes}


def cause_of(item: Item, came: Came, bench: Bench) -> tuple[str, str]:
    """What kept the gold SQL from being the answer."""
    draft, ended = came.driven.state.draft, came.driven.outcome
    if came.answered and draft is not None:
        said = bench.more_than_gold(item, draft.sql)
        return (LEAVES_OUT, ", ".join(said)) if said else ("answered otherwise", draft.sql)
    if draft is not None and draft.findings:
        return kind_of(item, draft.findings, bench), " ".join(draft.findings)
    return (ended.code, ended.reason) if isinstance(ended, Refusal) else ("unanswered", "")


def kind_of(item: Item, findings: Sequence[str], bench: Bench) -> str:
    """Whether the findings ask for another form, or hold the question against its gold.

    What is another form of it the database says: it gives the rows of the gold, or others.
    """
    gold, said = item["gold"][0], " ".join(findings)
    if any(bench.right(item, form) for form in other_forms(gold, said)):
        return OTHER_FORM
    return CONTRADICTS if any(of_the_confirmed_days(gold, said)) else "findings"
