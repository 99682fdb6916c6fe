"""How fast the Teams surface answers: signed messages and presses over HTTP, many at once.

`python -m benchmarks.teams_load [requests] [at once]`
"""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

import httpx

from tests.fakes import FakeCheckpoint, an_ask
from tests.surfaces.teams.client import ANA, CHANNEL, TeamsClient, action_of
from tests.surfaces.teams.conftest import Office, an_office
from tests.surfaces.teams.fake_connector import Json

_LIMIT_SECONDS = 3.0


async def timed(office: Office, activities: list[Json], at_once: int) -> list[float]:
    """The seconds that each activity took, so many at once."""
    gate, token = asyncio.Semaphore(at_once), office.microsoft.signers[0].token
    signed = {"Authorization": f"Bearer {token(office.microsoft.service_url)}"}

    async with httpx.AsyncClient(timeout=60, headers=signed) as client:

        async def post(activity: Json) -> float:
            async with gate:
                begun = time.perf_counter()
                answer = await client.post(f"{office.url}/api/messages", json=activity)
                answer.raise_for_status()
                return time.perf_counter() - begun

        return list(await asyncio.gather(*map(post, activities)))


async def questions(office: Office, count: int) -> list[Json]:
    client: TeamsClient = office.client
    return [client.message(ANA, f"a:{at}", f"how many orders in {at}?") for at in range(count)]


async def presses(office: Office, count: int) -> list[Json]:
    """Presses of one card for each of many checkpoints."""
    message = await office.paused(an_ask())
    data = action_of(message.card, "Yes")["data"]["p"]
    for at in range(count):
        office.desk.checkpoints[f"c{at}"] = FakeCheckpoint(ask=an_ask(), nonce="n1")
    return [
        office.client.activity(
            "invoke",
            ANA,
            CHANNEL,
            name="adaptiveCard/action",
            value={"action": {"verb": "press", "data": {"p": data.replace('"c1"', f'"c{at}"')}}},
        )
        for at in range(count)
    ]


async def measured(count: int, at_once: int) -> None:
    made: dict[str, Callable[[Office, int], Awaitable[list[Json]]]] = {
        "questions": questions,
        "presses": presses,
    }
    for name, make in made.items():
        async with an_office() as office:
            activities = await make(office, count)
            begun = time.perf_counter()
            took = sorted(await timed(office, activities, at_once))
            whole = time.perf_counter() - begun
            late = sum(each > _LIMIT_SECONDS for each in took)
            print(
                f"{name}: {count} with {at_once} at once, {count / whole:.0f} a second, "
                f"p50 {statistics.median(took) * 1000:.0f} ms, "
                f"p95 {took[int(len(took) * 0.95)] * 1000:.0f} ms, over 3 s: {late}"
            )


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:3]]
    asyncio.run(measured(*(numbers + [500, 25][len(numbers) :])))
