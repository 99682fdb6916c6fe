"""Notices become messages: one for each slot, found again by key, private where they must be."""

import datetime as dt
from dataclasses import replace

import pytest

from bots.local_workspace.people import Json
from bots.wording import answers as say
from pipeline.checkpoint import CheckpointKind
from pipeline.result import Refusal
from review.ledger.notices import (
    Answered,
    Asked,
    Delivery,
    Refused,
    ReviewCase,
    Said,
    Settled,
    Working,
)
from review.ports.desk import MessageGone, TryLater, Undeliverable
from tests.fakes import ANA, NOON, RUI, an_answer, an_ask
from tests.surfaces.slack.conftest import Office

LONG = an_answer(
    columns=("customer", "orders"),
    rows=tuple((f"Customer {at} with a rather long name indeed", at) for at in range(1, 501)),
)


async def test_one_progress_message_is_edited_until_the_answer_stands_in_it(
    office: Office,
) -> None:
    root = (await office.asked())["ts"]
    first = await office.shown(Working(step="tables"), root)
    office.time[0] = 10
    await office.shown(Working(step="execute"), root, replaces=first, key="k2")
    last = await office.shown(Answered(answer=an_answer(), run="r"), root, replaces=first, key="k3")

    assert first == last
    assert [each["text"] for each in office.local.messages("ask-data", root)[1:]] == [
        an_answer().summary
    ]


async def test_progress_that_comes_too_fast_is_left_out(office: Office) -> None:
    root = (await office.asked())["ts"]
    first = await office.shown(Working(step="tables"), root)
    for step in ("columns", "write_sql", "check"):
        await office.shown(Working(step=step), root, replaces=first)

    assert len(_calls(office, "chat.update")) == 1


async def test_a_message_is_found_again_by_its_key(office: Office) -> None:
    root = (await office.asked())["ts"]
    reference = await office.shown(Working(step="tables"), root, key="run-1/main/1")

    assert await office.surface.postman.find(office.thread(root), "run-1/main/1") == reference
    assert await office.surface.postman.find(office.thread(root), "run-1/main/2") is None


async def test_a_post_in_the_channel_itself_is_found_again(office: Office) -> None:
    case = ReviewCase(checkpoint="c1", nonce="n1", answer=an_answer(), asker=ANA)
    thread = office.thread(channel="data-reviews")
    delivery = Delivery(key="case-1", slot="case", notice=case)
    reference = await office.surface.postman.deliver(thread, delivery)

    assert await office.surface.postman.find(thread, "case-1") == reference
    assert len(office.local.messages("data-reviews")) == 1


async def test_talk_about_a_case_stands_below_its_card(office: Office) -> None:
    case = ReviewCase(checkpoint="c1", nonce="n1", answer=an_answer(), asker=ANA)
    thread = office.thread(channel="data-reviews")
    postman = office.surface.postman
    reference = await postman.deliver(thread, Delivery(key="1", slot="case", notice=case))
    said = Said(text="It is the calendar quarter.", speaker=ANA)
    await postman.deliver(thread, Delivery(key="2", slot="said", notice=said, under=reference))

    below = office.local.messages("data-reviews", reference.partition("/")[2])
    assert [each["text"] for each in below][1:] == ["Ana: It is the calendar quarter."]


async def test_a_long_result_shows_what_fits_and_the_whole_follows_as_a_file(
    office: Office,
) -> None:
    root = (await office.asked())["ts"]
    card = office.message(await office.shown(Answered(answer=LONG, run="r"), root))

    (table,) = [block for block in card["blocks"] if block["type"] == "table"]
    assert len(table["rows"]) == 100
    assert "The first 99 of 500 rows." in str(card["blocks"])
    (shared,) = [each for each in office.local.messages("ask-data", root) if each.get("files")]
    content = office.local.workspace.files.by_id[shared["files"][0]["id"]].content or b""
    assert len(content.decode().splitlines()) == 501


async def test_an_answer_carries_its_chart_as_a_picture_with_words_for_it(
    office: Office,
) -> None:
    root = (await office.asked())["ts"]
    card = office.message(await office.shown(Answered(answer=an_answer(), run="r"), root))

    (image,) = [block for block in card["blocks"] if block["type"] == "image"]
    assert image["alt_text"].startswith("Bar chart of net revenue by region, 2 points")
    stored = office.local.workspace.files.by_id[image["slack_file"]["id"]]
    assert (stored.content or b"").startswith(b"\x89PNG")


async def test_a_private_answer_goes_into_a_direct_message_and_the_thread_only_hears_that(
    office: Office,
) -> None:
    root = (await office.asked())["ts"]
    progress = await office.shown(Working(step="tables"), root)
    notice = Answered(answer=an_answer(), run="r")
    delivery = Delivery(
        key="k9", slot="main", notice=notice, replaces=progress, only_for=_person(office)
    )
    reference = await office.surface.postman.deliver(office.thread(root), delivery)

    assert office.message(progress)["text"] == say.private("")
    assert office.message(reference)["text"] == an_answer().summary
    assert an_answer().summary not in str(office.local.messages("ask-data", root))


async def test_a_private_sentence_is_seen_by_one_person_only(office: Office) -> None:
    root = (await office.asked())["ts"]
    delivery = Delivery(key="k9", slot="said", notice=Said(text="Psst."), only_for=_person(office))
    await office.surface.postman.deliver(office.thread(root), delivery)

    assert (office.whispers("ana"), office.whispers("rui")) == (["Psst."], [])


async def test_private_progress_is_whispered_once_and_the_answer_is_sent_directly(
    office: Office,
) -> None:
    thread, only = office.thread((await office.asked())["ts"]), _person(office)
    postman, said = office.surface.postman, ""
    for step in ("tables", "execute"):
        working = Delivery(
            key=step, slot="main", notice=Working(step=step), replaces=said, only_for=only
        )
        said = await postman.deliver(thread, working)
    answered = Answered(answer=an_answer(), run="r")
    await postman.deliver(
        thread, Delivery(key="a", slot="main", notice=answered, replaces=said, only_for=only)
    )

    assert office.whispers("ana") == ["Finding the right tables…", say.SENT_TO_YOU]
    assert office.whispers("rui") == []
    assert [each["text"] for each in office.local.messages("dm", person="ana")] == [
        an_answer().summary
    ]


async def test_a_private_notice_for_a_person_of_another_surface_is_refused(
    office: Office,
) -> None:
    delivery = Delivery(
        key="k", slot="s", notice=Said(text="Psst."), only_for="teams:tenant:someone"
    )
    with pytest.raises(Undeliverable):
        await office.surface.postman.deliver(office.thread("1.0"), delivery)


async def test_a_busy_slack_says_when_to_try_again(office: Office) -> None:
    root = (await office.asked())["ts"]
    office.local.inject_429(1, retry_after=7)

    with pytest.raises(TryLater) as refusal:
        await office.shown(Working(), root)
    assert refusal.value.seconds == 7


async def test_a_deleted_message_is_gone(office: Office) -> None:
    root = (await office.asked())["ts"]
    with pytest.raises(MessageGone):
        await office.shown(Working(), root, replaces=f"{office.thread().channel}/1.000001")


async def test_a_revoked_token_is_worth_waiting_for(office: Office) -> None:
    root = (await office.asked())["ts"]
    office.local.api.revoked = True
    with pytest.raises(TryLater):
        await office.shown(Working(), root)


async def test_a_slack_that_is_away_is_tried_later(office: Office) -> None:
    root = (await office.asked())["ts"]
    (await office.surface.sides.of(office.team)).client.base_url = "http://127.0.0.1:9/api/"
    with pytest.raises(TryLater):
        await office.shown(Working(), root)


HUGE = "word " * 40_000


@pytest.mark.parametrize(
    "notice",
    [
        Answered(answer=an_answer(summary=HUGE, reading=HUGE, assumptions=(HUGE,) * 80), run="r"),
        Answered(
            answer=an_answer(
                columns=tuple(f"c{at}" for at in range(60)),
                rows=tuple(tuple(HUGE[:300] for _ in range(60)) for _ in range(120)),
                numeric=(),
            ),
            run="r",
        ),
        Asked(
            checkpoint="c" * 200,
            nonce="n",
            ask=an_ask(title=HUGE, intro=HUGE, sql=HUGE, warning=HUGE),
            asker=ANA,
        ),
        ReviewCase(checkpoint="c", nonce="n", answer=an_answer(sql=HUGE), asker=ANA),
        Refused(refusal=Refusal(code="x", reason=HUGE, next_step=HUGE), run="r"),
        Said(text=HUGE, speaker=RUI),
        Said(text=""),
        Answered(answer=an_answer(summary="", reading="", rows=(), columns=()), run="r"),
        Answered(answer=an_answer(rows=((None, None),)), run="r"),
    ],
)
async def test_what_is_too_big_or_empty_is_shrunk_and_never_refused(
    office: Office, notice: Asked | Answered
) -> None:
    root = (await office.asked())["ts"]
    assert await office.shown(notice, root)


async def test_what_stood_in_the_database_cannot_call_people(office: Office) -> None:
    root = (await office.asked())["ts"]
    answer = an_answer(
        summary="<!channel> & <@U0RUI> lead",
        rows=(("<!here>", 1.0), ("=cmd()", 2.0)),
    )
    card = office.message(await office.shown(Answered(answer=answer, run="r"), root))

    assert card["text"] == "&lt;!channel&gt; &amp; &lt;@U0RUI&gt; lead"
    assert "mrkdwn" not in str(card["blocks"])


async def test_the_card_is_rewritten_once_decided(office: Office) -> None:
    root = (await office.asked())["ts"]
    ask = replace(an_ask(), kind=CheckpointKind.DATES)
    first = await office.shown(Asked(checkpoint="c1", nonce="n1", ask=ask, asker=ANA), root)
    settled = Settled(ask=ask, how="decided", by=RUI, at=NOON, chosen=("Yes",))
    await office.shown(settled, root, replaces=first, key="k2")

    card = office.message(first)
    assert card["text"] == "Rui chose: Yes (3 Nov at 12:00 UTC)"
    assert "actions" not in [block["type"] for block in card["blocks"]]


async def test_a_reminder_calls_the_asker(office: Office) -> None:
    root = (await office.asked())["ts"]
    notice = Asked(
        checkpoint="c1",
        nonce="n1",
        ask=an_ask(),
        asker=replace(ANA, id=_person(office)),
        due=NOON + dt.timedelta(days=1),
        reminder=True,
    )
    card = office.message(await office.shown(notice, root))

    assert {"type": "user", "user_id": "U0ANA"} in card["blocks"][0]["elements"][0]["elements"]


def _person(office: Office) -> str:
    return f"slack:{office.team}:U0ANA"


def _calls(office: Office, method: str) -> list[Json]:
    return [call.args for call in office.local.api.calls if call.method == method]
