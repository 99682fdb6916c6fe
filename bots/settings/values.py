"""What can be set, with its defaults."""

import datetime as dt
from typing import Annotated, Literal
from zoneinfo import available_timezones

from pydantic import (
    Field,
    SecretStr,
    StringConstraints,
    field_validator,
    model_validator,
)

from bots.settings.part import Part
from bots.settings.writes import Day, WritesSettings

WorkspaceName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$", examples=["sales"])]


class CalendarSettings(Part):
    """How a workspace counts time."""

    time_zone: str = Field(default="UTC", examples=["Europe/Madrid"])
    week_starts_on: Literal["monday", "sunday"] = "monday"
    fiscal_year_start_month: int = Field(default=1, ge=1, le=12, examples=[4])
    fiscal_year_named_by: Literal["start", "end"] = "start"
    quarter_means: Literal["calendar", "fiscal"] = "calendar"
    retail_pattern: Literal["4-4-5", "4-5-4", "5-4-4"] | None = None
    day_first: bool | None = Field(default=None, description="whether 3/4 is the 3rd of April")
    country: str = Field(default="", examples=["ES"], description="for business days and holidays")

    @field_validator("time_zone")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in available_timezones():
            message = f"{value!r} is not a time zone"
            raise ValueError(message)
        return value


class MatchSettings(Part):
    """When a validated answer may be reused: guards on meaning decide, above these similarities."""

    auto: bool = Field(default=False, description="run trusted matches without asking")
    trusted: float = Field(default=0.70, ge=0.5, le=1)
    semi_trusted: float = Field(default=0.50, ge=0.3, le=1)


class Confirm(Part):
    """What people are always asked, even when the pipeline is sure."""

    dates: Literal["always", "unless_explicit"] = "unless_explicit"
    tables: Literal["always", "when_unsure"] = "when_unsure"
    most_cards: int = Field(
        default=2, ge=0, le=12, description="that ask what is meant, in one run"
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
    first: bool = Field(default=False, description="ask a model before the rules")
    summaries: bool = Field(default=False, description="let a model tell what a result says")
    explore: bool = Field(
        default=False, description="let a model look around where its first answer fails"
    )
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


class PersonSettings(Part):
    """A person's name and roles, and the other ids under which they are the same person."""

    name: str = ""
    roles: tuple[str, ...] = ()
    also: tuple[str, ...] = Field(default=(), examples=[["teams:TENANT:USER"]])


class SlackSettings(Part):
    """A Slack app. In socket mode `app_token` is needed, in http mode `signing_secret`.

    `client_id` and `client_secret` instead of a `bot_token` serve many Slack workspaces.
    """

    mode: Literal["http", "socket"] = "http"
    bot_token: SecretStr = Field(default=SecretStr(""), examples=["${SLACK_BOT_TOKEN}"])
    client_id: str = Field(default="", examples=["${SLACK_CLIENT_ID}"])
    client_secret: SecretStr = Field(default=SecretStr(""), examples=["${SLACK_CLIENT_SECRET}"])
    public_url: str = Field(
        default="",
        examples=["https://countersign.example.com"],
        description="where Slack and people's browsers reach this server",
    )
    home_team: str = Field(
        default="",
        examples=["T012345"],
        description="with client_id: the Slack workspace of the reviewers' channels",
    )
    signing_secret: SecretStr = Field(default=SecretStr(""), examples=["${SLACK_SIGNING_SECRET}"])
    app_token: SecretStr = Field(default=SecretStr(""), examples=["${SLACK_APP_TOKEN}"])
    api_url: str = Field(default="https://slack.com/api/", examples=["https://slack.com/api/"])
    suggestions: tuple[str, ...] = Field(
        default=(),
        examples=[["How many orders did we get last month?"]],
        description="example questions in the app's own conversation; three are shown",
    )
    allowed_teams: tuple[str, ...] = Field(
        default=(),
        examples=[["T0PARTNER"]],
        description="Slack workspaces of other organisations whose people may get data",
    )

    @model_validator(mode="after")
    def _complete(self) -> "SlackSettings":
        needed = "app_token" if self.mode == "socket" else "signing_secret"
        if not getattr(self, needed).get_secret_value():
            message = f"mode {self.mode} needs {needed}"
            raise ValueError(message)
        if self.many_workspaces:
            self._check_many()
        elif not self.bot_token.get_secret_value():
            message = "bot_token is missing; or client_id and client_secret for many workspaces"
            raise ValueError(message)
        return self

    @property
    def many_workspaces(self) -> bool:
        """Whether admins of Slack workspaces install the app themselves."""
        return bool(self.client_id)

    def _check_many(self) -> None:
        needed = {
            "client_secret": self.client_secret.get_secret_value(),
            "public_url": self.public_url,
        }
        missing = [name for name, value in needed.items() if not value]
        if self.mode != "http" or missing:
            message = f"client_id needs mode http and {', '.join(missing) or 'nothing else'}"
            raise ValueError(message)
        if self.bot_token.get_secret_value():
            message = "bot_token is for one workspace: leave it out with client_id"
            raise ValueError(message)


class TeamsSettings(Part):
    """A Teams bot, single tenant."""

    app_id: str = Field(examples=["${TEAMS_APP_ID}"])
    app_password: SecretStr = Field(examples=["${TEAMS_APP_PASSWORD}"])
    tenant: Annotated[str, StringConstraints(to_lower=True)] = Field(
        examples=["${TEAMS_TENANT_ID}"]
    )
    public_url: str = Field(
        default="",
        examples=["https://countersign.example.com"],
        description="where people's browsers reach this server: charts and file links need it",
    )
    local_development: bool = False


class Surfaces(Part):
    """Where people talk to the bot."""

    slack: SlackSettings | None = None
    teams: TeamsSettings | None = None


class PriceSettings(Part):
    """US dollars for a million tokens."""

    input: float = Field(ge=0, examples=[0.25])
    output: float = Field(ge=0, examples=[2.0])
    cached: float | None = Field(default=None, ge=0)


class RungSettings(Part):
    """One model of the ladder."""

    provider: Literal["openai", "openai-chat", "anthropic", "azure", "compatible"] = Field(
        examples=["openai"]
    )
    model: str = Field(min_length=1, examples=["gpt-5-mini"])
    api_key: SecretStr = Field(default=SecretStr(""), examples=["${OPENAI_API_KEY}"])
    base_url: str = Field(default="", examples=["http://127.0.0.1:11434/v1"])
    api_version: str = Field(default="", description="of Azure's API")
    max_input_tokens: int = Field(default=12_000, ge=1_000, le=1_000_000)
    max_output_tokens: int = Field(default=4_000, ge=200, le=64_000)
    timeout: float = Field(default=60, gt=0, le=300, description="seconds")
    form: Literal["tool", "json_schema", "prompt"] = Field(
        default="tool", description="how the model is held to the form of its answer"
    )
    price: PriceSettings | None = None

    @model_validator(mode="after")
    def _reachable(self) -> "RungSettings":
        if self.provider in {"azure", "compatible"} and not self.base_url:
            message = f"provider {self.provider} needs base_url"
            raise ValueError(message)
        if self.provider != "compatible" and not self.api_key.get_secret_value():
            message = f"provider {self.provider} needs api_key"
            raise ValueError(message)
        return self


class BudgetSettings(Part):
    """US dollars that models may cost in a day or a month (UTC); nothing set means no limit."""

    day: float | None = Field(default=None, ge=0, examples=[20])
    month: float | None = Field(default=None, ge=0)
    person_day: float | None = Field(default=None, ge=0, description="for each person")
    workspace_day: float | None = Field(default=None, ge=0, description="for each workspace")

    @property
    def limits(self) -> bool:
        """Whether anything is limited."""
        return any(value is not None for value in self.model_dump().values())


class ModelsSettings(Part):
    """The models that write SQL where the rules cannot, the cheapest first."""

    ladder: tuple[RungSettings, ...] = Field(
        min_length=1,
        examples=[[{"provider": "openai", "model": "gpt-5-mini", "api_key": "${OPENAI_API_KEY}"}]],
    )
    concurrency: int = Field(default=4, ge=1, le=64)
    repairs: int = Field(default=3, ge=0, le=3, description="tries after a failed check")
    budget: BudgetSettings = BudgetSettings()

    @model_validator(mode="after")
    def _prices_for_a_budget(self) -> "ModelsSettings":
        unpriced = [rung.model for rung in self.ladder if rung.price is None]
        if self.budget.limits and unpriced:
            message = f"budget: {unpriced[0]} needs a price, or its calls could not be counted"
            raise ValueError(message)
        return self


class LedgerSettings(Part):
    """Where runs, decisions and approved queries are kept."""

    url: SecretStr = Field(
        default=SecretStr("sqlite:///.countersign/ledger.sqlite3"),
        examples=["postgresql://countersign:${LEDGER_PASSWORD}@db.example.com/countersign"],
    )
    connections: int = Field(
        default=10, ge=2, le=100, description="kept open to PostgreSQL, by each replica"
    )
    retention_days: int | None = Field(
        default=None, ge=1, description="after these, questions and results are forgotten"
    )


class LimitsSettings(Part):
    """How much is taken on at once, so that nobody waits for long behind somebody else."""

    at_work: int = Field(
        default=8, ge=1, le=64, description="questions worked on at once, in each replica"
    )
    per_person: int = Field(default=5, ge=0, description="questions at work; 0 for any number")
    per_workspace: int = Field(
        default=0, ge=0, description="questions at work in all replicas; 0 for any number"
    )
    waiting: int = Field(
        default=200, ge=0, description="questions waiting in all, then no more; 0 for any number"
    )


class ServerSettings(Part):
    """Where the process listens for Slack's and Teams' requests."""

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)


class Settings(Part):
    """The whole of `countersign.yaml`."""

    workspaces: dict[WorkspaceName, WorkspaceSettings] = Field(
        min_length=1, examples=[{"sales": {"url": "sqlite:///sales.sqlite"}}]
    )
    people: dict[str, PersonSettings] = Field(
        default={}, examples=[{"slack:T012345:U012345": {"name": "Rui", "roles": ["reviewer"]}}]
    )
    models: ModelsSettings | None = None
    surfaces: Surfaces = Surfaces()
    ledger: LedgerSettings = LedgerSettings()
    limits: LimitsSettings = LimitsSettings()
    server: ServerSettings = ServerSettings()
    state_folder: str = ".countersign"

    @model_validator(mode="after")
    def _roles_exist(self) -> "Settings":
        granted = {role for workspace in self.workspaces.values() for role in _roles_of(workspace)}
        for person, settings in self.people.items():
            unknown = set(settings.roles) - granted
            if unknown:
                message = (
                    f"people: {person} has the role {sorted(unknown)[0]!r} that no workspace knows"
                )
                raise ValueError(message)
        return self


def _roles_of(workspace: WorkspaceSettings) -> tuple[str, ...]:
    writes = workspace.writes
    of_writes = (*writes.askers, *writes.approvers) if writes is not None else ()
    return (*workspace.grants, *workspace.review.roles, *of_writes, workspace.default_role)
