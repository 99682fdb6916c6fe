"""A rolling upgrade from 0.1 with paused runs: nothing is lost, and nothing counts twice."""

from pathlib import Path

import pytest

from tests.chaos.upgrading import SINCE_0_1, code_before, unpack, upgraded

PAUSED = 60


@pytest.mark.timeout(600)
async def test_paused_runs_go_on_while_two_replicas_of_0_1_are_replaced(
    postgres_url: str, tmp_path: Path
) -> None:
    try:
        revision = code_before(SINCE_0_1)
    except LookupError:
        pytest.skip("the code of 0.1 comes from the history of git, which is not here")
    done = await upgraded(postgres_url, tmp_path, unpack(revision, tmp_path / "old"), PAUSED)
    assert done.paused == PAUSED
    assert (done.lost, done.twice, done.given_up) == (0, 0, 0), done
    assert done.audit_whole
    assert done.refused
