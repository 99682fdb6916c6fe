"""What the workspace keeps over a restart."""

from pathlib import Path

from bots.local_workspace import LocalWorkspace
from bots.local_workspace.views import Window
from tests.surfaces.local_workspace.conftest import PLAN, bolt_app
from tests.surfaces.local_workspace.samples import MODAL, YES_OR_NO


async def test_messages_files_and_homes_are_there_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "workspace.json"
    async with LocalWorkspace(PLAN, state=state, retry_delays=()) as local:
        client = bolt_app(local).client
        posted = await client.chat_postMessage(channel="ask-data", text="?", blocks=YES_OR_NO)
        await client.files_upload_v2(channel="C0ASKDATA", filename="a.csv", content="1")
        await client.views_publish(
            user_id="U0ANA", view={"type": "home", "blocks": [{"type": "divider"}]}
        )

    async with LocalWorkspace(PLAN, state=state, retry_delays=()) as again:
        kept = again.messages("ask-data")
        later = again.post_as("ana", "ask-data", "more")

        assert kept[0] == posted["message"]
        assert again.workspace.files.get(kept[1]["files"][0]["id"]).content == b"1"
        assert again.home("ana") is not None
        assert later["ts"] > kept[1]["ts"]


async def test_an_open_modal_is_gone_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "workspace.json"
    async with LocalWorkspace(PLAN, state=state, retry_delays=()) as local:
        trigger = local.workspace.views.new_trigger(Window("U0ANA", "page"))
        await bolt_app(local).client.views_open(trigger_id=trigger, view=MODAL)
        assert local.modal("ana") is not None

    async with LocalWorkspace(PLAN, state=state, retry_delays=()) as again:
        assert again.modal("ana") is None


async def test_a_broken_state_file_is_put_aside(tmp_path: Path) -> None:
    state = tmp_path / "workspace.json"
    state.write_text("{ not json")

    async with LocalWorkspace(PLAN, state=state, retry_delays=()) as local:
        assert local.messages("ask-data") == []

    assert (tmp_path / "workspace.unreadable").read_text() == "{ not json"
