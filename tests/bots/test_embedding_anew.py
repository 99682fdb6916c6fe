"""A new sentence model reads every approved wording again, and says so to those who look."""

from pathlib import Path

import numpy as np
from typing_extensions import override

from bots.bootstrap.doctor import examine
from bots.bootstrap.embedding import load_embedder
from bots.bootstrap.surfaces import RunningHealth
from bots.bootstrap.validated import index_path
from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from knowledge.validated.index_file import IndexContent, save
from review.adapters.open_ledger import open_ledger
from tests.bots.bootstrapped import settings_in


class Embedding(NoAnswers):
    """Approved questions of which many have no vectors yet."""

    @override
    def unembedded(self) -> int:
        return 1_200


def an_index(model: str) -> IndexContent:
    """An index that this model filled with nothing."""
    parts = {"dense": np.zeros((0, 4), dtype=np.float32)}
    return IndexContent(model=model, revisions={}, numbers=(), queries=(), texts=(), parts=parts)


async def said_of_the_index(folder: Path, model: str) -> list[str]:
    settings = settings_in(folder)
    save(an_index(model), index_path(settings, folder, "shop"))
    found = [finding async for finding in examine(settings, folder)]
    assert all(finding.well for finding in found)
    return [finding.said for finding in found if "embedded" in finding.said]


async def test_the_doctor_names_both_models(tmp_path: Path) -> None:
    (said,) = await said_of_the_index(tmp_path, "an-older-model")
    now = load_embedder().embedder
    assert now is not None
    assert f"embedded by an-older-model, and the model is {now.name} now" in said


async def test_the_doctor_is_silent_where_the_model_is_the_same(tmp_path: Path) -> None:
    now = load_embedder().embedder
    assert now is not None
    assert await said_of_the_index(tmp_path, now.name) == []


async def test_the_doctor_leaves_a_damaged_index_to_the_start(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    path = index_path(settings, tmp_path, "shop")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"not an index")
    assert all([finding.well async for finding in examine(settings, tmp_path)])


async def test_admins_see_how_many_wordings_wait(tmp_path: Path) -> None:
    ledger = await open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    workspaces = LiveWorkspaces(settings_in(tmp_path), tmp_path, lambda *_: Embedding())
    await workspaces.open()
    conditions = await RunningHealth(workspaces, ledger).conditions()
    (ill,) = (each for each in conditions if not each.well)
    assert (ill.what, ill.said.split(" are ")[0]) == ("Shop", "1,200 approved wordings")
    await workspaces.close()
    await ledger.close()
