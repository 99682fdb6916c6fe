"""Token ceilings: what is left out, what never is, and that nothing over them is sent."""

import datetime as dt
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from pipeline.agents.budget import fitted, size_of, smaller_tasks, tokens
from pipeline.agents.ladder import Ladder
from pipeline.agents.ports import Output, Prompt, Usage
from pipeline.agents.prompts import Prompts
from pipeline.model_calls import (
    Away,
    ColumnSketch,
    ConfirmedSpan,
    SoFar,
    TableSketch,
    WritingTask,
    Wrote,
)

PROMPTS = Prompts()
SPAN = ConfirmedSpan(words="last quarter", start=dt.date(2026, 7, 1), end=dt.date(2026, 10, 1))


def rendered(task: WritingTask) -> Prompt:
    values = {name: getattr(task, name) for name in WritingTask.__dataclass_fields__}
    return PROMPTS.render("write_sql", values)


def a_table(key: str, columns: int = 40, note: str = "x" * 100) -> TableSketch:
    made = tuple(
        ColumnSketch(name=f"c{place}", type="text", note=note, values=("one", "two", "three"))
        for place in range(columns)
    )
    return TableSketch(key=key, columns=made, note=note)


def a_task(tables: int = 10, question: str = "How much?") -> WritingTask:
    return WritingTask(
        question=question,
        today=dt.date(2026, 11, 3),
        dialect="sqlite",
        tables=tuple(a_table(f"table_{place}") for place in range(tables)),
        spans=(SPAN,),
        binding=("net revenue is computed as SUM(net) over orders",),
        examples=tuple((f"question {n}", "SELECT 1 " * 40) for n in range(3)),
    )


def test_the_estimate_is_never_below_a_token_for_three_bytes() -> None:
    assert tokens("abc" * 10) == 10
    assert tokens("数据") == 2
    assert tokens("") == 0


def test_a_prompt_under_the_ceiling_is_sent_whole() -> None:
    prompt = fitted(a_task(1), 100_000, rendered)
    assert prompt == rendered(a_task(1))


@given(ceiling=some.integers(500, 40_000), tables=some.integers(1, 30))
def test_no_prompt_is_over_its_ceiling_and_none_loses_what_binds(ceiling: int, tables: int) -> None:
    prompt = fitted(a_task(tables), ceiling, rendered)
    if prompt is None:
        return
    assert size_of(prompt) <= ceiling
    for kept in ("2026-07-01", "2026-10-01", "last quarter", "SUM(net) over orders", "How much?"):
        assert kept in prompt.text
    assert "table_0" in prompt.text


def test_every_smaller_task_is_smaller() -> None:
    sizes = [size_of(rendered(task)) for task in smaller_tasks(a_task())]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) > 4


class Counting:
    """A model that says yes and remembers what it was sent."""

    name = "counting"

    def __init__(self, ceiling: int) -> None:
        self.max_input_tokens = ceiling
        self.seen: list[Prompt] = []

    async def answer(
        self, prompt: Prompt, kind: type[Output], so_far: SoFar | None = None
    ) -> tuple[Output, Usage]:
        del so_far
        self.seen.append(prompt)
        return kind.model_validate({"sql": "SELECT 1"}), Usage()

    async def explore(self, *_asked: object, **_named: object) -> tuple[Any, Usage]:
        raise AssertionError

    async def converse(self, *_asked: object, **_named: object) -> tuple[Any, Usage]:
        raise AssertionError

    async def close(self) -> None:
        pass


async def test_what_no_model_can_hold_is_sent_to_none() -> None:
    small = Counting(1_500)
    huge = a_task(question="why " * 20_000)
    assert isinstance(await Ladder([small], PROMPTS).write(huge, 0), Away)
    assert small.seen == []


async def test_what_is_too_large_for_one_model_goes_to_the_next() -> None:
    small, large = Counting(1_500), Counting(200_000)
    huge = a_task(question="why " * 20_000)
    wrote = await Ladder([small, large], PROMPTS).write(huge, 0)
    assert isinstance(wrote, Wrote)
    assert wrote.rung == 1
    assert small.seen == []
