"""What is remembered of conversations, in memory and in a file."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.teams.references import FileReferences, Member, MemoryReferences, Reference, References

HERE = Reference(channel="19:a@thread.tacv2", service_url="https://one/", tenant="t", bot="28:b")
ALONE = Reference(channel="a:1", service_url="https://two/", tenant="t", bot="28:b", person="p")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["memory", "file"])
def references(request: pytest.FixtureRequest, tmp_path: Path) -> References:
    made: dict[str, Callable[[], References]] = {
        "memory": MemoryReferences,
        "file": lambda: FileReferences(tmp_path / "state" / "teams.json"),
    }
    return made[request.param]()


async def test_a_conversation_is_found_until_the_bot_is_removed(references: References) -> None:
    await references.keep(HERE)
    assert await references.of(HERE.channel) == HERE
    await references.forget(HERE.channel)
    assert await references.of(HERE.channel) is None


async def test_a_conversation_we_never_heard_from_is_where_the_newest_is(
    references: References,
) -> None:
    await references.keep(HERE)
    await references.keep(ALONE)
    assert await references.nearest("t") == ALONE
    assert await references.nearest("another") is None


async def test_the_chat_with_a_person_is_found(references: References) -> None:
    await references.keep(HERE)
    await references.keep(ALONE)
    assert await references.private("p") == ALONE
    assert await references.private("") is None


async def test_old_answers_make_room_for_new_ones() -> None:
    references = MemoryReferences()
    for at in range(2_001):
        await references.keep_answer(f"m{at}", f"r{at}")
    assert await references.run_of("m2000") == "r2000"
    assert await references.run_of("m0") == ""


async def test_a_restart_forgets_nothing(tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    first = FileReferences(path)
    await first.keep(HERE)
    await first.keep_member("p", Member(id="29:x", name="Ana"))
    await first.keep_answer("m", "r")
    second = FileReferences(path)
    assert await second.of(HERE.channel) == HERE
    assert await second.member("p") == Member(id="29:x", name="Ana")
    assert await second.run_of("m") == "r"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"references": 5}', '{"references": {"a": {}}}'])
async def test_a_broken_file_is_begun_again(tmp_path: Path, text: str) -> None:
    path = tmp_path / "teams.json"
    path.write_text(text)
    references = FileReferences(path)
    await references.keep(HERE)
    assert await FileReferences(path).of(HERE.channel) == HERE


async def test_replicas_that_share_the_file_know_what_the_others_heard(tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    one, two = FileReferences(path), FileReferences(path)
    await one.keep(HERE)
    await two.keep(ALONE)
    await two.keep_answer("m", "r")
    assert await one.of(ALONE.channel) == ALONE
    assert await one.run_of("m") == "r"
    await one.forget(ALONE.channel)
    assert await two.of(HERE.channel) == HERE
    assert await two.of(ALONE.channel) is None


async def test_replicas_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    replicas = [FileReferences(path) for _ in range(4)]
    async with asyncio.TaskGroup() as group:
        for at in range(60):
            group.create_task(replicas[at % 4].keep_answer(f"m{at}", f"r{at}"))
    found = [await replicas[0].run_of(f"m{at}") for at in range(60)]
    assert found == [f"r{at}" for at in range(60)]
