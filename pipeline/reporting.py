"""A report on its way: what it is about, what people confirmed, and the parts that are done."""

from dataclasses import dataclass

from pipeline.result import Part
from pipeline.times.values import TimeSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporting:
    """`topic` as it was asked; `offered` are the questions of the outline, some of them `usual`.

    `wanted` are those that a person confirmed, `questions` the same about the days of `span`.
    """

    topic: str
    offered: tuple[str, ...] = ()
    usual: int = 0
    title: str = ""
    span: TimeSpan | None = None
    wanted: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    stopped: str = ""
