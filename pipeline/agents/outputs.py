"""What a model must hand back, as pydantic models: the contract between the layers."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pipeline.agents.backed import Prose, ProseLines


class Written(BaseModel):
    """One SELECT that answers the question, or why there is none."""

    model_config = ConfigDict(frozen=True)

    sql: str = Field(default="", max_length=20_000, description="one SELECT; empty if impossible")
    reading: Prose = Field(
        default="", max_length=600, description="how the question was read, one short sentence"
    )
    assumptions: ProseLines = Field(
        default_factory=list, max_length=8, description="what was taken for granted"
    )
    metric_assumptions: ProseLines = Field(
        default_factory=list, max_length=8, description="how each number is computed"
    )
    date_columns: list[str] = Field(
        default_factory=list,
        max_length=8,
        description="table.column of each confirmed period, in the order given",
    )
    cannot: Prose = Field(
        default="", max_length=600, description="why the data cannot answer; empty if it can"
    )


class Sentence(BaseModel):
    """A result in plain words."""

    model_config = ConfigDict(frozen=True)

    text: Prose = Field(max_length=600)


class Channel(BaseModel):
    """One channel of a Vega-Lite encoding: a column of the result, named as it is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    field: str = Field(max_length=200)
    type: Literal["quantitative", "temporal", "ordinal", "nominal"] = "nominal"


class Encoding(BaseModel):
    """Which column is on which channel."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    x: Channel | None = None
    y: Channel | None = None
    theta: Channel | None = None
    color: Channel | None = None


class Drawing(BaseModel):
    """A Vega-Lite chart without data: those are the result's rows, which code adds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mark: Literal["bar", "line", "area", "arc", "point"]
    encoding: Encoding
    stacked: bool = False
    none: bool = Field(default=False, description="true where no chart helps")


class LastWord(BaseModel):
    """What is told to the person in the end."""

    model_config = ConfigDict(frozen=True)

    text: str = Field(max_length=1_500, description="a few plain sentences, no question back")


class Outline(BaseModel):
    """The questions of a report."""

    model_config = ConfigDict(frozen=True)

    questions: ProseLines = Field(max_length=12)


class Opening(BaseModel):
    """What the results of a report say together."""

    model_config = ConfigDict(frozen=True)

    sentences: ProseLines = Field(max_length=8)
