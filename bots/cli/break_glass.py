"""`countersign break-glass`: a role for an emergency, for a time, and known to the admins."""

import datetime as dt
import getpass
from typing import Annotated

import typer

from bots.bootstrap.roles import ConfiguredRoles, is_person_id
from bots.cli.looking import looked
from bots.cli.settings_option import DEFAULT, NO_CHAT, UNUSABLE, ConfigOption, settings_or_exit
from bots.ports import ADMIN
from bots.settings.values import GROUP
from bots.wording import alerts as say
from review.ledger.emergencies import EmergencyRole
from review.ledger.port import Ledger
from review.ledger.records import Noted
from review.owed.alerting import Alert, tell_of


def break_glass(
    person: Annotated[str, typer.Argument(help="An id such as slack:T012345:U012345")],
    reason: Annotated[str, typer.Option(help="Why, for the audit and for the admins")] = "",
    role: Annotated[str, typer.Option(help="A role that the settings know")] = "reviewer",
    minutes: Annotated[int, typer.Option(min=1, max=1440, help="How long")] = 60,
    end: Annotated[bool, typer.Option("--end", help="End it now")] = False,  # noqa: FBT002
    config: ConfigOption = DEFAULT,
) -> None:
    """Give a person a role for an emergency; it is in the audit, and every admin is told."""
    settings = settings_or_exit(config, without=NO_CHAT)
    if not end and role not in settings.roles | {ADMIN}:
        _refuse(f"No workspace knows the role {role!r}. It is one of: {_listed(settings.roles)}.")
    if not end and len(reason.split()) < _FEWEST_WORDS:
        _refuse("Say why in a few words: --reason 'Rui is ill, the month must be closed'.")
    if not end and not is_person_id(person):
        _refuse(f"{person!r} is no id of a person, such as slack:T012345:U012345.")
    now = dt.datetime.now(dt.UTC)  # noqa: TID251 - the command line takes the real time
    by = f"operator:{getpass.getuser()}"
    until = now + dt.timedelta(minutes=minutes)
    roles = ConfiguredRoles(settings.people)
    admins = tuple(
        name
        for name, each in settings.people.items()
        if ADMIN in each.roles and not name.startswith(GROUP)
    )
    admins_by_group = any(
        ADMIN in each.roles for name, each in settings.people.items() if name.startswith(GROUP)
    )
    given = EmergencyRole(person=person, role=role, until=until, reason=reason, by=by)
    ids = roles.ids_of(person)
    told = say.emergency_ended(person, by) if end else say.emergency(given)

    async def write(ledger: Ledger) -> bool:
        async with ledger.begin() as pages:
            done = True
            if end:
                ended = [await pages.emergencies.end(each, now) for each in ids]
                done = any(ended)
            else:
                await pages.emergencies.give(given)
            details = {"person": person} if end else {
                "person": person, "role": role, "until": until.isoformat(), "reason": reason,
            }  # fmt: skip
            action = "ended an emergency role" if end else "gave an emergency role"
            if done:
                pages.audit.note(
                    Noted(at=now, actor=by, action=action, place="command line", details=details)
                )
                subject = f"emergency {person} {now.isoformat()}"
                await tell_of(pages, Alert(subject=subject, text=told, people=admins), now)
            return done

    if not looked(config, write):
        _refuse(f"{person} has no emergency role.")
    by_group = " Admins by a group are told when the service looks." if admins_by_group else ""
    typer.echo(f"{told} It holds within 15 seconds. {len(admins)} admins are told.{by_group}")


_FEWEST_WORDS = 2


def _listed(roles: frozenset[str]) -> str:
    return ", ".join(sorted(roles)) or "none"


def _refuse(said: str) -> None:
    typer.echo(said, err=True)
    raise typer.Exit(UNUSABLE)
