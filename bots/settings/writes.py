"""Changes that people approve: off unless a workspace has these settings."""

import datetime as dt
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, SecretStr, model_validator

from bots.settings.part import Part

Day: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WriteTier: TypeAlias = Literal["T1", "T2"]
_EVERY_DAY: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class WriteHoursSettings(Part):
    """When changes may be approved and written; `opens` after `closes` means over midnight."""

    opens: dt.time
    closes: dt.time
    days: tuple[Day, ...] = Field(default=_EVERY_DAY, min_length=1)

    @model_validator(mode="after")
    def _some(self) -> "WriteHoursSettings":
        if self.opens == self.closes:
            message = "opens and closes must differ"
            raise ValueError(message)
        return self


class WritesSettings(Part):
    """Who may ask for changes, who approves them, and what may be changed at all."""

    url: SecretStr = Field(
        examples=["${SALES_WRITER_URL}"],
        description="the database under an identity of its own that may write",
    )
    askers: tuple[str, ...] = Field(min_length=1, examples=[["analyst"]])
    approvers: tuple[str, ...] = Field(min_length=1, examples=[["reviewer"]])
    tables: tuple[str, ...] | Literal["all"] = Field(examples=[["products", "prices"]])
    tiers: tuple[WriteTier, ...] = Field(
        default=("T1", "T2"), description="T1 changes data, T2 the schema; T3 is never run"
    )
    hours: dict[WriteTier, WriteHoursSettings] = Field(
        default={}, examples=[{"T2": {"opens": "20:00", "closes": "06:00"}}]
    )
    quorum: dict[WriteTier, Annotated[int, Field(ge=1, le=5)]] = Field(
        default={}, examples=[{"T2": 2}], description="how many people must approve"
    )
    self_approval: bool = Field(
        default=False, description="whether askers may approve their own changes"
    )
    preview_seconds: float = Field(default=10, gt=0, le=120)
    expires_after: dt.timedelta = Field(
        default=dt.timedelta(days=1), gt=dt.timedelta(0), le=dt.timedelta(days=14)
    )
    audit_slack_channel: str = Field(default="", examples=["C0AUDIT"])
    audit_teams_conversation: str = Field(default="", examples=["19:xyz@thread.tacv2"])
