"""What people who look after the installation are told of it."""

from review.ledger.emergencies import EmergencyRole


def slack_removed(team: str) -> str:
    return (
        f"The app was removed from the Slack workspace {team}, or its token was revoked: nothing "
        "reaches that workspace until somebody installs it again. Messages for it are kept and "
        "sent again later."
    )


def slack_shut_out(team: str) -> str:
    return (
        f"Slack does not let me into the workspace {team} any more (its token was revoked, or the "
        "app removed): nothing reaches it. Install the app again, then `countersign doctor`."
    )


def teams_removed(where: str) -> str:
    place = f"“{where}” in Teams" if where else "a conversation in Teams"
    return (
        f"I was removed from {place}: nothing reaches it until somebody adds the app there again. "
        "If it is a reviewers' channel, their cards do not arrive."
    )


def teams_shut_out() -> str:
    return (
        "Teams does not accept the secret of the app any more: nothing reaches Teams. Make a new "
        "client secret, then `countersign doctor`."
    )


def card_refused(where: str) -> str:
    return (
        f"I could not post a card into {where}: nobody there was asked. Add me to that "
        "channel, or name another channel in the settings. `countersign outbox` lists "
        "the card and can send it again."
    )


def emergency(given: EmergencyRole) -> str:
    return (
        f"{given.by} gave {given.person} the role {given.role} for an emergency, until "
        f"{given.until:%Y-%m-%d %H:%M} UTC. Reason: {given.reason}. End it with "
        f"`countersign break-glass {given.person} --end`."
    )


def emergency_ended(person: str, by: str) -> str:
    return f"{by} ended every emergency role of {person}."
