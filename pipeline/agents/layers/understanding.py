"""What a question asks for, in its own words: numbers, groups, conditions, what is unclear."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from knowledge.naming import Names
from pipeline.agents.backed import ProseLines
from pipeline.agents.layers.hearing import Layer, heard_of
from pipeline.agents.layers.literal import not_said
from pipeline.agents.plain_words import numbers_said
from pipeline.rules.schema.known import Known
from pipeline.state import RunState

NAME: Final = "understand"
MEANT = "meant:"
_OF_SCHEMA = re.compile(
    r"\b(tables?|columns?|fields?|schemas?|databases?|keys?|stored|structured?|modell?ed)\b",
    re.IGNORECASE,
)
_SIZES = (60, 20, 0)


class Number(BaseModel):
    """One number that is asked for: its words, and the glossary's name for it where it has one."""

    model_config = ConfigDict(frozen=True)

    words: str = Field(max_length=200, description="copied from the question")
    metric: str = Field(default="", max_length=200, description="a listed name, or empty")


class Unclear(BaseModel):
    """Words that may mean several things here, and what they may mean."""

    model_config = ConfigDict(frozen=True)

    words: str = Field(max_length=200, description="copied from the question")
    readings: ProseLines = Field(
        max_length=4, description="two to four, short, the likeliest first"
    )


def _open(unclear: list[Unclear]) -> list[Unclear]:
    """Those that have two readings that people can choose between."""
    return [each for each in unclear if len(each.readings) > 1]


class Meant(BaseModel):
    """From `understand` to the choice of tables and columns, and to whoever writes the SQL.

    All words are the question's own, `metric` is the glossary's; nothing here names a table.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal[
        "data question", "admin request", "explain schema", "small talk", "report", "chart"
    ]
    metrics: list[Number] = Field(default_factory=list, max_length=6)
    dimensions: list[str] = Field(
        default_factory=list, max_length=6, description="words to group by or to list, copied"
    )
    filters: list[str] = Field(
        default_factory=list, max_length=8, description="words of each condition, copied"
    )
    times: list[str] = Field(
        default_factory=list, max_length=4, description="words for a time, copied"
    )
    order: Literal["", "highest first", "lowest first", "latest first", "earliest first"] = ""
    limit: int | None = Field(default=None, ge=1)
    metric_assumptions: ProseLines = Field(
        default_factory=list, max_length=6, description="what each number is taken to mean"
    )
    unclear: Annotated[list[Unclear], AfterValidator(_open)] = Field(
        default_factory=list, max_length=2
    )


def understand_layer(question: str, known: Known, names: Names) -> Layer[Meant]:
    """The layer for a question over the words that the asker may know.

    A question that names something of the data is refused on no model's word.
    """
    metrics = [metric.name for metric in known.metrics]
    listed = {name.lower() for name in metrics}

    def problems(said: Meant) -> Iterator[str]:
        yield from not_said("The number", (each.words for each in said.metrics), question)
        yield from not_said("The group", said.dimensions, question)
        yield from not_said("The condition", said.filters, question)
        yield from not_said("The time", said.times, question)
        yield from not_said("What is unclear,", (each.words for each in said.unclear), question)
        if _is_turned_away(said.kind, question) and names.weight(question):
            yield f"The question has words of the data, so it is no “{said.kind}”."
        for each in said.metrics:
            if each.metric and each.metric.lower() not in listed:
                yield f"“{each.metric}” is none of the listed metrics: leave `metric` empty."
        if said.limit is not None and said.limit not in numbers_said(question):
            yield f"The question does not say the number {said.limit}: leave `limit` empty."
        for point in said.unclear:
            if len({reading.strip().lower() for reading in point.readings}) < len(point.readings):
                yield f"The readings of “{point.words}” must differ."

    terms = [name for term in known.glossary.terms for name in (term.name, *term.synonyms)]
    sizes = [
        {"question": question, "metrics": metrics[:size], "terms": terms[:size]} for size in _SIZES
    ]
    return Layer(name=NAME, sizes=sizes, kind=Meant, problems=lambda said: tuple(problems(said)))


def _is_turned_away(kind: str, question: str) -> bool:
    """Whether that kind ends with a sentence, and no word on how data is kept speaks for it."""
    schema = kind == "explain schema" and not _OF_SCHEMA.search(question)
    return kind == "small talk" or schema


def understood(state: RunState) -> tuple[str, ...]:
    """What was understood, a sentence each, for the layers below."""
    meant = heard_of(state, NAME, Meant)
    if meant is None:
        return ()
    numbers = [
        f"the number: “{each.words}”" + (f", the metric {each.metric}" if each.metric else "")
        for each in meant.metrics
    ]
    return (
        *numbers,
        *(f"for each, or listed: “{words}”" for words in meant.dimensions),
        *(f"only where: “{words}”" for words in meant.filters),
        *((f"order: {meant.order}",) if meant.order else ()),
        *((f"only {meant.limit}",) if meant.limit else ()),
    )


def open_meanings(state: RunState) -> tuple[Unclear, ...]:
    """What is unclear and nobody has answered."""
    return tuple(each for each in _unclear(state) if not _chosen(each, state))


def settled_meanings(state: RunState) -> tuple[str, ...]:
    """What people said that unclear words mean, in their own words or by a button: it binds."""
    found = ((each.words, _chosen(each, state)) for each in _unclear(state))
    return tuple(f"“{words}” means {chosen}" for words, chosen in found if chosen)


def meaning_id(unclear: Unclear) -> str:
    """The id under which a card asks it; typed words come with `-words` behind it."""
    return f"{MEANT}{unclear.words.lower()}"


def _unclear(state: RunState) -> Sequence[Unclear]:
    meant = heard_of(state, NAME, Meant)
    return meant.unclear if meant else ()


def _chosen(unclear: Unclear, state: RunState) -> str:
    typed = state.values.get(f"{meaning_id(unclear)}-words", "").strip()
    place = state.choices.get(meaning_id(unclear), "")
    fits = place.isdigit() and int(place) < len(unclear.readings)
    return typed or (unclear.readings[int(place)] if fits else "")
