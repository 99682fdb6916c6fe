"""What can be set, with its defaults."""

import datetime as dt
import re
from typing import Annotated, Final, Literal

from pydantic import Field, SecretStr, model_validator

from bots.ports import ADMIN
from bots.settings.models import EmbeddingsSettings, ModelsSettings
from bots.settings.part import Part
from bots.settings.surfaces import SlackSettings, Surfaces, TeamsSettings
from bots.settings.workspaces import WorkspaceSettings

KindOfRecord = Literal[
    "questions", "audit_details", "feedback", "remembered", "spending", "events", "files"
]
GROUP: Final = "group:"
_GROUP_ID: Final = re.compile(r"S[A-Z0-9]+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
WorkspaceName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$", examples=["sales"])]


class PersonSettings(Part):
    """A person's name and roles, and the other ids under which they are the same person."""

    name: str = ""
    roles: tuple[str, ...] = ()
    also: tuple[str, ...] = Field(default=(), examples=[["teams:TENANT:USER"]])


class LedgerSettings(Part):
    """Where runs, decisions and approved queries are kept."""

    url: SecretStr = Field(
        default=SecretStr("sqlite:///.countersign/ledger.sqlite3"),
        examples=["postgresql://countersign:${LEDGER_PASSWORD}@db.example.com/countersign"],
    )
    connections: int = Field(
        default=10, ge=2, le=100, description="kept open to PostgreSQL, by each replica"
    )
    retention: dict[KindOfRecord, Annotated[int, Field(ge=2)]] = Field(
        default={},
        examples=[{"questions": 90, "audit_details": 400}],
        description="days after which each kind of record is forgotten; never where not named, "
        "but files of threads after 30",
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
    processes: int = Field(
        default=2, ge=0, le=16, description="that read questions when many come; 0 for threads"
    )


class FilesSettings(Part):
    """What people may drop into a thread to ask about: CSV and XLSX files."""

    allowed: bool = Field(default=True, description="whether files are read at all")
    most_megabytes: int = Field(default=20, ge=1, le=200, description="of one file")
    most_files: int = Field(default=5, ge=1, le=50, description="in one thread")
    most_rows: int = Field(default=1_000_000, ge=1, description="of one table")
    most_columns: int = Field(default=200, ge=1, le=2_000, description="of one table")


class ServerSettings(Part):
    """Where the process listens for Slack's and Teams' requests."""

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)


class TelemetrySettings(Part):
    """What operators are told of the process; nothing is sent or served that is not set here."""

    metrics_port: int | None = Field(
        default=None, ge=0, le=65535, description="serves /metrics, on server.host", examples=[9464]
    )
    traces: str = Field(
        default="",
        description="where traces are sent, by OTLP over HTTP",
        examples=["http://collector:4318/v1/traces"],
    )
    service: str = Field(default="countersign", description="the name of this service in traces")


class IdentitySettings(Part):
    """How people's groups are read: what is older than `stale_after` gives nobody a role."""

    refresh_after: dt.timedelta = Field(
        default=dt.timedelta(minutes=10), ge=dt.timedelta(minutes=1)
    )
    stale_after: dt.timedelta = Field(default=dt.timedelta(hours=1), ge=dt.timedelta(minutes=2))
    leavers: bool = Field(
        default=False, description="look in Slack and Entra who left; Entra needs User.Read.All"
    )

    @model_validator(mode="after")
    def _read_in_time(self) -> "IdentitySettings":
        if self.refresh_after >= self.stale_after:
            message = "refresh_after must be shorter than stale_after"
            raise ValueError(message)
        return self


class Settings(Part):
    """The whole of `countersign.yaml`."""

    workspaces: dict[WorkspaceName, WorkspaceSettings] = Field(
        min_length=1, examples=[{"sales": {"url": "sqlite:///sales.sqlite"}}]
    )
    people: dict[str, PersonSettings] = Field(
        default={}, examples=[{"slack:T012345:U012345": {"name": "Rui", "roles": ["reviewer"]}}]
    )
    models: ModelsSettings | None = None
    embeddings: EmbeddingsSettings | None = None
    surfaces: Surfaces = Surfaces()
    ledger: LedgerSettings = LedgerSettings()
    limits: LimitsSettings = LimitsSettings()
    files: FilesSettings = FilesSettings()
    server: ServerSettings = ServerSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    identity: IdentitySettings = IdentitySettings()
    state_folder: str = ".countersign"

    @property
    def roles(self) -> frozenset[str]:
        """Every role that a workspace knows."""
        named = (role for workspace in self.workspaces.values() for role in _roles_of(workspace))
        return frozenset(filter(None, named))

    @model_validator(mode="after")
    def _roles_exist(self) -> "Settings":
        for person, settings in self.people.items():
            unknown = set(settings.roles) - self.roles - {ADMIN}
            if unknown:
                message = (
                    f"people: {person} has the role {sorted(unknown)[0]!r} that no workspace knows"
                )
                raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _groups_are_ids(self) -> "Settings":
        """A group by its name would have no members, and `also` is for people."""
        for key, settings in self.people.items():
            if not key.startswith(GROUP):
                continue
            if not _GROUP_ID.fullmatch(key.removeprefix(GROUP)):
                message = (
                    f"people: {key} is no id of a group. Write group:S0123456789 for a user group "
                    "of Slack, or group: and the object id of a group of Entra"
                )
                raise ValueError(message)
            if settings.also:
                message = f"people: {key} is a group, and `also` is for people. Leave it out"
                raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _ids_are_of_one_person(self) -> "Settings":
        """An id of two people would have the roles of either."""
        owners = {key: key for key in self.people}
        for key, settings in self.people.items():
            for other in settings.also:
                owner = owners.setdefault(other, key)
                if owner != key:
                    message = (
                        f"people: {other} is in `also` of {key}, and is {owner} too. "
                        "Write it for one of them"
                    )
                    raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _reviewers_are_heard(self) -> "Settings":
        """Cards for reviewers in a channel that is off could not be answered."""
        for name, workspace in self.workspaces.items():
            review, surfaces = workspace.review, self.surfaces
            for surface, channel, place in (
                (surfaces.slack, review.slack_channel, "slack"),
                (surfaces.slack, review.next_slack_channel, "slack"),
                (surfaces.teams, review.teams_conversation, "teams"),
                (surfaces.teams, review.next_teams_conversation, "teams"),
            ):
                if channel and surface and _use_of(surface, channel) == "off":
                    message = (
                        f"workspaces.{name}: its reviewers' channel {channel} is off in "
                        f"surfaces.{place}.channels"
                    )
                    raise ValueError(message)
        return self


def _use_of(surface: SlackSettings | TeamsSettings, channel: str) -> str:
    return surface.channels.get(channel, surface.other_channels)


def _roles_of(workspace: WorkspaceSettings) -> tuple[str, ...]:
    writes = workspace.writes
    of_writes = (*writes.askers, *writes.approvers) if writes is not None else ()
    return (*workspace.grants, *workspace.review.roles, *of_writes, workspace.default_role)
