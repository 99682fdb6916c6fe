"""What can be set, with its defaults."""

from typing import Annotated

from pydantic import Field, SecretStr, model_validator

from bots.ports import ADMIN
from bots.settings.models import EmbeddingsSettings, ModelsSettings
from bots.settings.part import Part
from bots.settings.surfaces import Surfaces
from bots.settings.workspaces import WorkspaceSettings

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
    processes: int = Field(
        default=2, ge=0, le=16, description="that read questions when many come; 0 for threads"
    )


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
    server: ServerSettings = ServerSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    state_folder: str = ".countersign"

    @model_validator(mode="after")
    def _roles_exist(self) -> "Settings":
        granted = {role for workspace in self.workspaces.values() for role in _roles_of(workspace)}
        for person, settings in self.people.items():
            unknown = set(settings.roles) - granted - {ADMIN}
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
