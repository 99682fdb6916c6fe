"""What can be set for Slack and Teams."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, StringConstraints, model_validator

from bots.settings.part import Part

ChannelUse = Literal["here", "asker", "off"]


def _slack_channel(key: str) -> str:
    if not re.fullmatch(r"[CG][A-Z0-9]+", key):
        message = f"{key!r} is no id of a channel in Slack. Write its id, such as C0123456789"
        raise ValueError(message)
    return key


def _teams_channel(key: str) -> str:
    if not re.fullmatch(r"19:[^%\s@]+@[^%\s@]+", key):
        message = (
            f"{key!r} is no id of a channel in Teams. Write its id, decoded "
            "(`%3A` is `:`, `%40` is `@`), such as 19:abc@thread.tacv2"
        )
        raise ValueError(message)
    return key


_SlackChannel = Annotated[str, AfterValidator(_slack_channel)]
_TeamsChannel = Annotated[str, AfterValidator(_teams_channel)]


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

    channels: dict[_SlackChannel, ChannelUse] = Field(
        default={},
        examples=[{"C0BOARD": "asker", "C0RANDOM": "off"}],
        description="here: answers there; asker: in a direct message to the asker; off: nothing",
    )
    other_channels: ChannelUse = Field(default="here", description="of channels not named above")

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
    channels: dict[_TeamsChannel, ChannelUse] = Field(
        default={},
        examples=[{"19:abc@thread.tacv2": "asker"}],
        description="here: answers there; asker: in a personal chat; off: nothing",
    )
    other_channels: ChannelUse = Field(default="here", description="of channels not named above")


class Surfaces(Part):
    """Where people talk to the bot."""

    slack: SlackSettings | None = None
    teams: TeamsSettings | None = None
