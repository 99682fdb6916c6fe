"""Groups of Slack and Entra give roles, leavers lose theirs, and emergencies are seen."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import yaml

from bots.bootstrap.identity import Identity
from bots.bootstrap.ledger import ledger_of
from bots.bootstrap.memberships import Memberships
from bots.bootstrap.roles import ConfiguredRoles
from bots.local_workspace import LocalWorkspace, UserGroup, WorkspacePlan
from bots.ports import Directory
from bots.settings import PersonSettings, read_settings
from bots.settings.values import IdentitySettings
from bots.slack.directory import SlackDirectory
from bots.slack.sides import OneToken, Sides
from bots.teams.directory import EntraDirectory
from review.adapters.open_ledger import open_ledger
from review.adapters.sql_ledger import SqlLedger
from review.ledger.emergencies import EmergencyRole
from review.ledger.records import OwedStatus, RunStatus
from review.runs.leaving import SYSTEM
from tests.bots.bootstrapped import a_settings_file
from tests.bots.test_cli_operate import said
from tests.review.fakes import ANA, REVIEWERS, RUI, START, a_flow, asks
from tests.review.office import World
from tests.surfaces.teams.conftest import settings as teams_settings
from tests.surfaces.teams.fake_connector import APP, TENANT
from tests.surfaces.teams.fake_graph import graph

GROUP = "aaaaaaaa-0000-0000-0000-000000000001"
INNER = "aaaaaaaa-0000-0000-0000-000000000002"
SETTINGS = IdentitySettings(leavers=True)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[SqlLedger]:
    opened = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    yield opened
    await opened.close()


@dataclass
class Side:
    """A vendor's directory, and how tests change it."""

    directory: Directory
    group: str
    person: str
    put: Callable[[bool], None]
    switch_off: Callable[[], None]
    away: Callable[[bool], None]


@asynccontextmanager
async def slack(organisation: str = "") -> AsyncIterator[Side]:
    group = UserGroup(id="S0REVIEW", handle="reviewers", members=("U0RUI",))
    plan = WorkspacePlan(groups=(group,), organisation=organisation)
    async with LocalWorkspace(plan) as local:
        token = OneToken(token=local.workspace.app.bot_token)
        sides = Sides(
            tokens=token, api_url=local.api_url, roles=ConfiguredRoles({}), ticks=lambda: 0
        )

        def put(there: bool) -> None:
            members = ("U0RUI",) if there else ()
            local.workspace.groups[group.id] = replace(group, members=members)

        def switch_off() -> None:
            person = local.workspace.people["U0RUI"]
            local.workspace.people["U0RUI"] = replace(person, deleted=True)

        def away(is_away: bool) -> None:
            local.api.revoked = is_away

        # With an organisation's token Slack must be told whose group it is.
        directory = SlackDirectory(sides, local.workspace.team_id if organisation else "")
        yield Side(directory, group.id, "slack:T0LOCAL:U0RUI", put, switch_off, away)
        await sides.close()


@asynccontextmanager
async def entra() -> AsyncIterator[Side]:
    async with graph() as fake:
        fake.users = dict.fromkeys(("rui", "u1", "u2", "u3"), True)
        fake.groups = {GROUP: ["u1", "u2", INNER], INNER: ["rui", "u3", GROUP]}

        def put(there: bool) -> None:
            fake.groups[INNER] = ["rui"] if there else []

        def switch_off() -> None:
            fake.users["rui"] = False

        def away(is_away: bool) -> None:
            fake.away = 503 if is_away else 0

        directory = EntraDirectory(teams_settings(app_id=APP), fake.cloud, lambda: 0)
        yield Side(directory, GROUP, f"teams:{TENANT}:rui", put, switch_off, away)


@pytest.fixture(params=[slack, entra])
async def side(request: pytest.FixtureRequest) -> AsyncIterator[Side]:
    async with request.param() as found:
        yield found


@dataclass
class Known:
    """What a process knows of people, and its seconds."""

    roles: ConfiguredRoles
    identity: Identity
    seconds: list[float]

    async def pull(self) -> None:
        await self.identity.pull(START)


def known(side: Side, ledger: SqlLedger, *people: str) -> Known:
    seconds = [0.0]
    memberships = Memberships(
        stale_after=SETTINGS.stale_after.total_seconds(), ticks=lambda: seconds[0]
    )
    named = {f"group:{side.group}": PersonSettings(roles=("reviewer",))}
    named |= {person: PersonSettings(roles=("analyst",)) for person in people}
    roles = ConfiguredRoles(named, memberships)
    return Known(roles, Identity(SETTINGS, roles, memberships, (side.directory,), ledger), seconds)


async def test_who_is_in_a_group_has_its_role_and_who_leaves_it_has_not(
    side: Side, ledger: SqlLedger
) -> None:
    process = known(side, ledger)
    assert process.roles.of(side.person) == frozenset()
    await process.pull()
    assert process.roles.of(side.person) == {"reviewer"}
    side.put(False)
    await process.pull()
    assert process.roles.of(side.person) == frozenset()


async def test_the_same_account_of_another_workspace_is_in_no_group(
    side: Side, ledger: SqlLedger
) -> None:
    process = known(side, ledger)
    await process.pull()
    surface, _, user = side.person.split(":")
    assert process.roles.of(f"{surface}:elsewhere:{user}") == frozenset()


async def test_in_an_organisation_a_slack_group_holds_for_the_ids_of_all_of_it(
    ledger: SqlLedger,
) -> None:
    async with slack(organisation="E0ORG") as side:
        process = known(side, ledger)
        await process.pull()
        assert process.roles.of("slack:E0ORG:U0RUI") == {"reviewer"}
        assert process.roles.of("slack:E9OTHER:U0RUI") == frozenset()


async def test_an_admin_by_a_group_is_told_once_of_a_role_for_an_emergency(
    side: Side, ledger: SqlLedger
) -> None:
    memberships = Memberships(stale_after=60, ticks=lambda: 0.0)
    roles = ConfiguredRoles({f"group:{side.group}": PersonSettings(roles=("admin",))}, memberships)
    identity = Identity(SETTINGS, roles, memberships, (side.directory,), ledger)
    await identity.pull(START)
    until = START + dt.timedelta(hours=1)
    given = EmergencyRole(
        person="slack:T1:UBEN", role="reviewer", until=until, reason="Rui is ill", by="operator:ute"
    )
    async with ledger.begin() as pages:
        await pages.emergencies.give(given)
    for _ in range(2):
        await identity.look(START)
    async with ledger.read() as pages:
        owed = await pages.outbox.listed(OwedStatus.OWED, 10)
    assert [each.only_for for each in owed].count(side.person) == 1
    assert "Rui is ill" in str(owed[0].notice)


async def test_a_group_that_cannot_be_read_gives_its_role_until_it_is_stale_and_then_nobody(
    side: Side, ledger: SqlLedger
) -> None:
    process = known(side, ledger)
    await process.pull()
    side.away(True)
    process.seconds[0] = SETTINGS.stale_after.total_seconds() - 1
    await process.pull()
    assert process.roles.of(side.person) == {"reviewer"}
    process.seconds[0] += 2
    assert process.roles.of(side.person) == frozenset()
    side.away(False)
    await process.pull()
    assert process.roles.of(side.person) == {"reviewer"}


async def test_a_group_that_is_not_there_gives_nobody_a_role(side: Side, ledger: SqlLedger) -> None:
    gone = "S0GONE" if side.group.startswith("S") else f"{GROUP[:-1]}9"
    process = known(replace(side, group=gone), ledger)
    await process.pull()
    assert process.roles.of(side.person) == frozenset()


async def test_whoever_left_has_no_role_under_any_id(side: Side, ledger: SqlLedger) -> None:
    process = known(side, ledger, side.person)
    await process.pull()
    assert process.roles.of(side.person) == {"analyst", "reviewer"}
    side.switch_off()
    await process.pull()
    assert process.roles.of(side.person) == frozenset()
    side.away(True)
    await process.pull()
    assert process.roles.of(side.person) == frozenset()


class Leaver:
    """A directory that says who left."""

    def __init__(self, *left: str) -> None:
        self._left = frozenset(left)

    def has(self, group: str) -> bool:
        return bool(not group)

    async def members(self, group: str) -> frozenset[str]:
        return frozenset(group[:0])

    async def left(self, accounts: object) -> frozenset[str]:
        del accounts
        return self._left


async def test_what_a_leaver_looked_at_is_free_and_reviewers_are_reminded(
    ledger: SqlLedger,
) -> None:
    world = World(ledger, a_flow(("region", asks("region"))))
    await world.office.open()
    run = str(await world.ask())
    await world.press()
    await world.desk.send_to_review(run, ANA, "")
    await world.settle()
    card = world.card(REVIEWERS)
    await world.desk.claim(card.checkpoint, card.nonce, RUI)
    roles = ConfiguredRoles({})
    known_of = Memberships(stale_after=60, ticks=lambda: 0)
    identity = Identity(SETTINGS, roles, known_of, (Leaver("slack:RUI"),), ledger)
    await identity.pull(world.clock())
    async with ledger.read() as pages:
        found = await pages.checkpoints.get(card.checkpoint)
        actions = [entry.action async for entry in pages.audit.entries() if entry.actor == SYSTEM]
    assert found is not None
    assert (found.claimed_by, found.reminded) == (None, False)
    assert actions == ["freed: whoever looked at it left"]
    before = len(world.chat.deliveries)
    await world.sweep(seconds=1)
    assert len(world.chat.deliveries) > before


async def test_what_a_leaver_asked_ends(ledger: SqlLedger) -> None:
    world = World(ledger, a_flow(("region", asks("region"))))
    await world.office.open()
    run = str(await world.ask())
    known_of = Memberships(stale_after=60, ticks=lambda: 0)
    identity = Identity(SETTINGS, ConfiguredRoles({}), known_of, (Leaver("slack:ANA"),), ledger)
    await identity.pull(world.clock())
    async with ledger.read() as pages:
        found = await pages.runs.get(run)
    assert found is not None
    assert found.status is RunStatus.CANCELLED


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = a_settings_file(tmp_path, review={"roles": ["reviewer"]})
    raw = yaml.safe_load(path.read_text())
    raw["people"] = {"slack:T1:UADA": {"name": "Ada", "roles": ["admin"]}}
    path.write_text(yaml.safe_dump(raw))
    return path


def roles_in(config: Path, person: str, *, left: int, passed: int = 0) -> frozenset[str]:
    """The roles that a process gives this person, so many minutes after it looked.

    It looks when so many are left of the last role that was given.
    """

    async def look() -> frozenset[str]:
        settings = read_settings(config)
        ledger = await ledger_of(settings, config.parent, serving=True)
        seconds = [0.0]
        memberships = Memberships(stale_after=60, ticks=lambda: seconds[0])
        roles = ConfiguredRoles(settings.people, memberships)
        async with ledger.read() as pages:
            given = await pages.emergencies.holding(dt.datetime.min.replace(tzinfo=dt.UTC))
        now = max(each.until for each in given) - dt.timedelta(minutes=left)
        await Identity(SETTINGS, roles, memberships, (), ledger).look(now)
        await ledger.close()
        seconds[0] = passed * 60.0
        return roles.of(person)

    return asyncio.run(look())


def test_a_role_for_an_emergency_holds_for_its_time_and_is_in_the_audit(config: Path) -> None:
    words = ("break-glass", "slack:T1:UBEN", "--reason", "Rui is ill today")
    told = said(*words, "--minutes", "30", config=config)
    assert "1 admins are told" in told
    assert roles_in(config, "slack:T1:UBEN", left=30) == {"reviewer"}
    assert roles_in(config, "slack:T1:UBEN", left=30, passed=31) == frozenset()
    assert "Rui is ill today" in said("audit", "export", config=config)
    assert "Alerted" in said("outbox", config=config)
    said("break-glass", "slack:T1:UBEN", "--end", config=config)
    assert roles_in(config, "slack:T1:UBEN", left=0) == frozenset()
    assert "has no emergency role" in said(
        "break-glass", "slack:T1:UBEN", "--end", config=config, code=2
    )


def test_an_emergency_role_is_ended_under_any_id_of_the_person(config: Path) -> None:
    raw = yaml.safe_load(config.read_text())
    raw["people"]["slack:T1:UBEN"] = {"name": "Ben", "also": ["teams:TENANT:BEN"]}
    config.write_text(yaml.safe_dump(raw))
    said("break-glass", "slack:T1:UBEN", "--reason", "Rui is ill today", config=config)
    said("break-glass", "teams:TENANT:BEN", "--end", config=config)
    assert roles_in(config, "slack:T1:UBEN", left=0) == frozenset()


def test_no_role_is_given_without_a_reason_or_where_nobody_knows_it(config: Path) -> None:
    assert "Say why" in said("break-glass", "slack:T1:UBEN", config=config, code=2)
    words = ("break-glass", "slack:T1:UBEN", "--role", "king", "--reason", "Rui is ill today")
    assert "No workspace knows the role" in said(*words, config=config, code=2)


@pytest.mark.parametrize("person", ["Ben", "slack:UBEN", "group:S0:REVIEW", "slack:T1:"])
def test_no_role_is_given_to_what_is_no_id_of_a_person(config: Path, person: str) -> None:
    told = said("break-glass", person, "--reason", "Rui is ill today", config=config, code=2)
    assert "is no id of a person" in told
