"""Files and charts: links where others read, OneDrive in private chats, and never elsewhere."""

import datetime as dt
import json
from typing import Any

import httpx
import pytest

from bots.cards import FILES, Verb
from bots.teams.cards.adaptive import opens_dialog
from bots.wording import teams
from review.ledger.notices import Answered
from tests.fakes import NOON, an_answer
from tests.surfaces.teams.client import ANA, RUI
from tests.surfaces.teams.conftest import Office, an_office
from tests.surfaces.teams.fake_connector import Message


async def file_of(office: Office, label: str, person: Any = ANA) -> dict[str, Any]:
    office.desk.answers["r1"] = an_answer()
    message = await office.deliver(Answered(answer=an_answer(), run="r1"))
    dialog = await office.client.press(person, message, label)
    content: dict[str, Any] = dialog["task"]["value"]["card"]["content"]
    return content


async def fetched(office: Office, url: str) -> httpx.Response:
    async with httpx.AsyncClient() as client:
        return await client.get(url.replace("https://bot.example.com", office.url))


@pytest.mark.parametrize(
    ("label", "ending"), [("Download CSV", ".csv"), ("Download Excel", ".xlsx")]
)
async def test_where_others_read_files_come_behind_a_link(
    office: Office, label: str, ending: str
) -> None:
    content = await file_of(office, label)
    got = await fetched(office, content["actions"][0]["url"])
    assert got.status_code == 200
    assert ending in got.headers["content-disposition"]
    assert got.headers["cache-control"] == "private, no-store"
    assert len(got.content) > 50


@pytest.mark.parametrize("verb", sorted(FILES))
def test_every_file_opens_a_dialog_where_others_read_and_none_in_private(verb: Verb) -> None:
    assert opens_dialog(verb, private=False)
    assert not opens_dialog(verb, private=True)


async def test_without_a_public_address_files_are_handed_out_in_private_chats_only() -> None:
    async with an_office({"public_url": ""}) as office:
        office.desk.answers["r1"] = an_answer()
        message = await office.deliver(Answered(answer=an_answer(), run="r1"))
        refused = await office.client.press(ANA, message, "Download Excel")
        assert refused["task"]["value"] == teams.FILE_ELSEWHERE
        private = office.thread(channel=ANA.chat)
        message = await office.deliver(Answered(answer=an_answer(), run="r1"), private)
        offered = await office.client.press(ANA, message, "Download Excel")
        assert offered["value"] == teams.FILE_BELOW


async def test_without_a_public_address_a_chart_has_no_picture_to_stand_in_for_it() -> None:
    async with an_office({"public_url": ""}) as office:
        message = await office.deliver(Answered(answer=an_answer(), run="r1"))
        body = message.card["body"]
        (chart,) = [each for each in body if each["type"].startswith("Chart.")]
        assert chart["fallback"] == "drop"
        assert {"Image"}.isdisjoint(each["type"] for each in body)


async def test_a_link_ends_and_cannot_be_forged_or_bent(office: Office) -> None:
    url = (await file_of(office, "Download CSV"))["actions"][0]["url"]
    assert (await fetched(office, url[:-4] + "aaaa")).status_code == 410
    assert (await fetched(office, url.replace("/files/", "/pictures/"))).status_code == 410
    office.clock.now = NOON + dt.timedelta(minutes=11)
    assert (await fetched(office, url)).status_code == 410


async def test_a_link_asks_again_whether_the_person_may_see_it(office: Office) -> None:
    url = (await file_of(office, "Download CSV"))["actions"][0]["url"]
    office.desk.hidden_from["r1"] = frozenset({ANA.id})
    assert (await fetched(office, url)).status_code == 403


async def test_a_picture_on_our_server_stands_in_for_a_chart(office: Office) -> None:
    rows = tuple((f"Region {at}", float(at)) for at in range(1, 8))
    office.desk.answers["r1"] = an_answer(rows=rows)
    message = await office.deliver(Answered(answer=office.desk.answers["r1"], run="r1"))
    (chart,) = [each for each in message.card["body"] if each["type"] == "Chart.HorizontalBar"]
    image = chart["fallback"]
    got = await fetched(office, image["url"])
    assert got.content.startswith(b"\x89PNG")
    assert image["altText"]


async def test_in_a_private_chat_a_file_is_offered_and_then_handed_over(office: Office) -> None:
    office.desk.answers["r1"] = an_answer()
    notice = Answered(answer=an_answer(), run="r1")
    message = await office.deliver(notice, office.thread(channel=ANA.chat))
    await office.client.press(ANA, message, "Download CSV")
    offer = office.microsoft.in_(ANA.chat)[-1].now["attachments"][0]
    assert offer["contentType"] == "application/vnd.microsoft.teams.card.file.consent"
    name = offer["name"]
    upload = {
        "uploadUrl": f"{office.microsoft.url}/upload/{name}",
        "contentUrl": "https://contoso.sharepoint.com/x.csv",
        "uniqueId": "u1",
        "fileType": "csv",
    }
    value = {
        "type": "fileUpload",
        "action": "accept",
        "context": offer["content"]["acceptContext"],
        "uploadInfo": upload,
    }
    await office.client.invoke(ANA, message, "fileConsent/invoke", value)
    await office.settled()
    assert office.microsoft.uploads[name].startswith(b"\xef\xbb\xbfregion")
    handed = office.microsoft.in_(ANA.chat)[-1].now["attachments"][0]
    assert handed["contentUrl"] == upload["contentUrl"]
    assert json.loads(json.dumps(handed["content"])) == {"uniqueId": "u1", "fileType": "csv"}


@pytest.mark.parametrize(
    "url",
    ["https://evil.example.com/x", "http://sharepoint.com/x", "file:///etc/passwd", "", "x"],
)
async def test_nobody_makes_us_upload_a_file_elsewhere(office: Office, url: str) -> None:
    office.desk.answers["r1"] = an_answer()
    value = {
        "action": "accept",
        "context": {"p": '{"v":"csv","s":"r1"}'},
        "uploadInfo": {"uploadUrl": url},
    }
    await office.client.invoke(ANA, Message("1", ANA.chat, []), "fileConsent/invoke", value)
    await office.settled()
    assert office.microsoft.uploads == {}


async def test_a_file_is_only_handed_to_who_may_see_it(office: Office) -> None:
    office.desk.answers["r1"] = an_answer()
    office.desk.hidden_from["r1"] = frozenset({RUI.id})
    upload = {"uploadUrl": f"{office.microsoft.url}/upload/x"}
    value = {"action": "accept", "context": {"p": '{"v":"csv","s":"r1"}'}, "uploadInfo": upload}
    await office.client.invoke(RUI, Message("1", RUI.chat, []), "fileConsent/invoke", value)
    await office.settled()
    assert office.microsoft.uploads == {}
    assert len(office.microsoft.in_(RUI.chat)) == 1
