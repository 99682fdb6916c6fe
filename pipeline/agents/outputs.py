"""What a model must hand back, as pydantic models: the contract between the layers."""

from pydantic import BaseModel, ConfigDict, Field


class Written(BaseModel):
    """One SELECT that answers the question, or why there is none."""

    model_config = ConfigDict(frozen=True)

    sql: str = Field(default="", max_length=20_000, description="one SELECT; empty if impossible")
    reading: str = Field(
        default="", max_length=600, description="how the question was read, one short sentence"
    )
    assumptions: list[str] = Field(
        default_factory=list, max_length=8, description="what was taken for granted"
    )
    metric_assumptions: list[str] = Field(
        default_factory=list, max_length=8, description="how each number is computed"
    )
    date_columns: list[str] = Field(
        default_factory=list,
        max_length=8,
        description="table.column of each confirmed period, in the order given",
    )
    cannot: str = Field(
        default="", max_length=600, description="why the data cannot answer; empty if it can"
    )


class Sentence(BaseModel):
    """A result in plain words."""

    model_config = ConfigDict(frozen=True)

    text: str = Field(max_length=600)
