"""What can be set for one workspace."""

import datetime as dt
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator

from bots.settings.part import Part
from bots.settings.writes import Day, WritesSettings
from pipeline.model_calls import Order


class CalendarSettings(Part):
    """How a workspace counts time."""

    time_zone: str = Field(default="UTC", examples=["Europe/Madrid"])
    stored_time_zone: str = Field(
        default="",
        examples=["UTC"],
        description="of timestamps that name no zone themselves; empty: the time zone above",
    )
    week_starts_on: Literal["monday", "sunday"] = "monday"
    fiscal_year_start_month: int = Field(default=1, ge=1, le=12, examples=[4])
    fiscal_year_named_by: Literal["start", "end"] = "start"
    quarter_means: Literal["calendar", "fiscal"] = "calendar"
    retail_pattern: Literal["4-4-5", "4-5-4", "5-4-4"] | None = None
    day_first: bool | None = Field(default=None, description="whether 3/4 is the 3rd of April")
    country: str = Field(default="", examples=["ES"], description="for business days and holidays")

    @field_validator("time_zone", "stored_time_zone")
    @classmethod
    def _known(cls, value: str, info: ValidationInfo) -> str:
        if value or info.field_name == "time_zone":
            try:
                ZoneInfo(value)
            except (ZoneInfoNotFoundError, ValueError, OSError) as error:
                message = f"{value!r} is not a time zone"
                raise ValueError(message) from error
        return value


class MatchSettings(Part):
    """When a validated answer may be reused: meaning decides, above these similarities."""

    auto: bool = Field(default=False, description="run trusted matches without asking")
    trusted: float = Field(default=0.88, ge=0.5, le=1)
    semi_trusted: float = Field(default=0.70, ge=0.3, le=1)
    strict: bool = Field(default=False, description="trust nothing below `trusted`")


class Confirm(Part):
    """What people are always asked, even when the pipeline is sure."""

    dates: Literal["always", "unless_explicit"] = "unless_explicit"
    tables: Literal["always", "when_unsure"] = "when_unsure"
    most_cards: int = Field(
        default=2, ge=0, le=12, description="that ask what is meant, in one run"
    )


class ReadingSettings(Part):
    """How the readings of a question are compared: the grammar's and those of learned readers."""

    run_alternatives: Literal["never", "local files", "always"] = Field(
        default="local files", description="run other readings too, four of each, to compare rows"
    )
    must_agree: bool = Field(
        default=False, description="ask about an answer that only one of the readings has"
    )
    precision: float = Field(
        default=0.93,
        ge=0.5,
        le=1.0,
        description="how probable what all readings share must be to be answered without a click",
    )


class Grant(Part):
    """What one role may read: tables (all where empty), columns it may not, rows it may."""

    tables: tuple[str, ...] | Literal["all"] = "all"
    hidden_columns: tuple[str, ...] = Field(default=(), examples=[["customers.email"]])
    row_filters: dict[str, str] = Field(default={}, examples=[{"orders": "region = 'EMEA'"}])


class BusinessHoursSettings(Part):
    """When reviewers work, in the time zone of the workspace's calendar."""

    opens: dt.time = dt.time(9)
    closes: dt.time = dt.time(17)
    days: tuple[Day, ...] = Field(default=("mon", "tue", "wed", "thu", "fri"), min_length=1)

    @model_validator(mode="after")
    def _opens_first(self) -> "BusinessHoursSettings":
        if self.opens >= self.closes:
            message = "opens must be before closes"
            raise ValueError(message)
        return self


class ReviewSettings(Part):
    """Who reviews, where, and how long they have."""

    roles: tuple[str, ...] = ("reviewer",)
    slack_channel: str = Field(default="", examples=["C0REVIEWS"])
    teams_conversation: str = Field(default="", examples=["19:abc@thread.tacv2"])
    next_slack_channel: str = Field(
        default="",
        examples=["C0LEADS"],
        description="where a case goes that nobody decided in time",
    )
    next_teams_conversation: str = Field(default="", examples=["19:def@thread.tacv2"])
    business_hours: BusinessHoursSettings | None = None
    asker_may_approve: bool = False
    due_after: dt.timedelta = dt.timedelta(days=3)
    remind_after: dt.timedelta = dt.timedelta(days=1)


class WorkspaceModels(Part):
    """Whether this workspace's schema and questions may go to the models, and when."""

    use: bool = True
    order: Order = Field(
        default="reader",
        description="who reads first: the reader, a model that it checks, or a model alone",
    )
    summaries: bool = Field(default=False, description="let a model tell what a result says")
    explore: bool = Field(
        default=False, description="let a model look around where its first answer fails"
    )
    charts: bool = Field(default=False, description="let a model choose a chart no rule knows")
    prompts: str = Field(default="", examples=["workspaces/sales/prompts"])


class PolicySettings(Part):
    """What a query of this workspace may do, and from what size on its asker is asked first."""

    extra_functions: tuple[str, ...] = Field(
        default=(), examples=[["score"]], description="functions of your own that only read"
    )
    max_tables: int = Field(default=8, ge=1, le=100)
    off: tuple[str, ...] = Field(default=(), examples=[["slow_search"]])
    cost_limit: float | None = Field(default=None, gt=0, description="in the plan's own unit")
    rows_limit: float | None = Field(default=None, gt=0, description="as the plan expects")


class WorkspaceSettings(Part):
    """One database or domain that people ask about."""

    url: SecretStr = Field(examples=["postgresql://reader:${SALES_PASSWORD}@db.example.com/sales"])
    title: str = ""
    description: str = ""
    glossary: str = Field(default="", examples=["workspaces/sales/glossary.yaml"])
    validated: str = Field(default="", examples=["workspaces/sales/validated.yaml"])
    calendar: CalendarSettings = CalendarSettings()
    match: MatchSettings = MatchSettings()
    confirm: Confirm = Confirm()
    reading: ReadingSettings = ReadingSettings()
    review: ReviewSettings = ReviewSettings()
    models: WorkspaceModels = WorkspaceModels()
    grants: dict[str, Grant] = Field(default={}, examples=[{"analyst": {"tables": "all"}}])
    policy: PolicySettings = PolicySettings()
    writes: WritesSettings | None = None
    glossary_roles: tuple[str, ...] = Field(
        default=(), description="who may save an answer for everybody; empty: the reviewers"
    )
    default_role: str = Field(default="", description="of people the settings do not name")
    row_cap: int = Field(default=10_000, ge=1, le=1_000_000)
    timeout_seconds: float = Field(default=30, gt=0, le=600)
    queries: int = Field(
        default=4, ge=1, le=64, description="sent to the database at once, by each replica"
    )

    @model_validator(mode="after")
    def _default_role_exists(self) -> "WorkspaceSettings":
        if self.grants and self.default_role and self.default_role not in self.grants:
            message = f"default_role: no grant is called {self.default_role!r}"
            raise ValueError(message)
        return self
