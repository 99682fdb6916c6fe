"""What a form holds that somebody filled in, and what they are whispered after a press."""

from bots.slack.cards.views import entry_block
from tests.surfaces.slack.conftest import Office


def typed(entry: str, value: str) -> dict[str, dict[str, str]]:
    return {entry_block(entry): {"typed": value}}


async def all_whispers(office: Office, person: str, count: int) -> list[str]:
    def enough() -> list[str] | None:
        found = office.whispers(person)
        return found if len(found) >= count else None

    return await office.local.wait_for(enough)
