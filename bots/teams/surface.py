"""The Teams surface: one object that hears, answers and delivers."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.applications import Starlette

from bots.conversation.alerts import Alerts
from bots.conversation.channels import channels_of
from bots.files import FileShelf
from bots.ports import Clock, Health, NoHealth, Roles
from bots.settings.surfaces import TeamsSettings
from bots.teams.admitting.access import Access, Door, door_of
from bots.teams.admitting.adapter import TeamsAdapter
from bots.teams.admitting.cloud import PUBLIC, Cloud
from bots.teams.admitting.keys import Keys
from bots.teams.admitting.tokens import Tokens
from bots.teams.cards.paging import Paging
from bots.teams.http import Downloads, Messages, http_app
from bots.teams.incoming.consenting import Consenting
from bots.teams.incoming.desk import DeskCard
from bots.teams.incoming.editing import Editing
from bots.teams.incoming.extending import Extending
from bots.teams.incoming.hearing import Hearing
from bots.teams.incoming.pressing import Pressing
from bots.teams.incoming.turns import Turns
from bots.teams.links import Links
from bots.teams.people import TeamsPeople
from bots.teams.postman import TeamsPostman
from bots.teams.sending.budget import Budget
from bots.teams.sending.mail import Mail
from bots.teams.sending.references import References
from bots.teams.sending.streaming import Around as Beside
from bots.teams.sending.streaming import Stop, Streams
from pipeline.people import Person
from review.ledger.threads import Thread
from review.ports.desk import Desk


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the surface stands in: time, the address it listens on, its memory, Microsoft."""

    clock: Clock
    host: str
    references: References
    cloud: Cloud = PUBLIC
    ticks: Callable[[], float] = time.monotonic
    health: Health = field(default_factory=NoHealth)
    files: FileShelf | None = None


class TeamsSurface:
    """Teams over HTTP: `app` is the ASGI app, `postman` delivers notices.

    Raises UnsafeSettings where anybody could talk to the bot.
    """

    def __init__(
        self, settings: TeamsSettings, desk: Desk, roles: Roles, around: Surroundings
    ) -> None:
        # A developer's fake of Teams keeps its files on the same machine.
        cloud = around.cloud.on_loopback() if settings.local_development else around.cloud
        door = Door(
            app_id=settings.app_id,
            tenant=settings.tenant,
            issuer=around.cloud.issuer,
            unsigned=settings.local_development,
        )
        keys = Keys(around.cloud.keys_url, around.ticks)
        access = Access(door_of(door, around.host), keys, around.clock)
        tokens = Tokens(settings, around.cloud, around.ticks)
        self.adapter = adapter = TeamsAdapter(access, tokens, settings.app_id, around.cloud)
        mail = Mail(adapter, around.references, tokens, Budget(around.ticks))
        # A developer's machine has no password; its links end with the process.
        secret = settings.app_password.get_secret_value() or secrets.token_hex(32)
        links = Links(settings.public_url, secret, around.clock)
        people = TeamsPeople(roles)
        channels = channels_of(settings.channels, settings.other_channels)
        hearing = Hearing(
            desk,
            people,
            around.references,
            Alerts(desk, roles),
            channels,
            (cloud, around.files),
        )
        self._turns = Turns(
            hearing,
            Pressing(desk, people, mail, links),
            Consenting(desk, people, mail, cloud),
            Extending(hearing),
            (
                DeskCard(desk, people, mail, around.health),
                Editing(desk, people, mail, channels),
                Paging(desk, people),
            ),
            mail,
        )
        self.live = Streams(
            mail, Beside(ticks=around.ticks, stop=_stopping(desk, around.references))
        )
        self.postman = TeamsPostman(mail, links, around.ticks, self.live)
        self.app: Starlette = http_app(
            Messages(adapter, self._turns), Downloads(desk, people, links)
        )

    async def idle(self) -> None:
        """Wait until nothing goes on behind the answers."""
        await self._turns.idle()

    async def stop(self) -> None:
        """Finish what goes on behind the answers."""
        self.live.stop()
        await self._turns.idle()


def _stopping(desk: Desk, references: References) -> Stop:
    """What Teams' own button to stop means: the words of whoever's personal chat that is."""

    async def stop(thread: Thread) -> None:
        known = await references.of(thread.channel)
        if known is not None and known.person:
            await desk.cancel(thread, Person(id=known.person))

    return stop
