"""What a backup still has to do, and a restore that cannot put its files in place."""

from pathlib import Path

import pytest

from bots.bootstrap.backups import restore, waiting_changes
from review.adapters import table_copies
from review.adapters.backup_file import BackupError, Made, write_backup
from review.adapters.open_ledger import open_ledger
from review.ledger.records import Noted
from tests.bots.bootstrapped import settings_in
from tests.review.fakes import START

MADE = Made(at="2026-11-03T09:00:00+00:00", version="0.2.0", revision="0010")
RESTORED = Noted(at=START, actor="operator:ute", action="restored by an operator")


@pytest.mark.parametrize(
    ("run", "checkpoint", "waits"),
    [
        ("waiting", "open", ("r1",)),
        ("running", "settled", ("r1",)),
        ("ready", "settled", ("r1",)),
        ("done", "settled", ()),
    ],
)
def test_a_change_that_may_be_carried_out_later_is_not_over(
    tmp_path: Path, run: str, checkpoint: str, waits: tuple[str, ...]
) -> None:
    rows = [
        ("runs", [{"id": "r1", "status": run}, {"id": "r2", "status": "running"}]),
        ("checkpoints", [{"run": "r1", "kind": "write_approval", "status": checkpoint}]),
    ]
    write_backup(tmp_path / "kept.backup", MADE, rows, {})
    assert waiting_changes(tmp_path / "kept.backup") == waits


@pytest.mark.anyio
async def test_a_file_that_cannot_be_written_leaves_the_ledger_as_it_is(tmp_path: Path) -> None:
    glossary = tmp_path / "old.yaml"
    glossary.write_text("metrics: []\n")
    source, ledger = tmp_path / "kept.backup", f"sqlite:///{tmp_path / 'whole.db'}"
    await (await open_ledger(ledger)).close()
    with table_copies.snapshot(ledger) as found:
        made = Made(at=MADE.at, version="0.2.0", revision=found.revision)
        write_backup(source, made, found.tables, {"shop/glossary.yaml": glossary})
    settings = settings_in(tmp_path, glossary="words/glossary.yaml")
    (tmp_path / "words").write_text("in the way")

    for _ in range(2):
        with pytest.raises(BackupError, match="Nothing was restored"):
            await restore(settings, tmp_path, source, RESTORED, replace=False, withdraw=False)
    (tmp_path / "words").unlink()
    done = await restore(settings, tmp_path, source, RESTORED, replace=False, withdraw=False)
    assert done.files == 1
    assert [path.name for path in (tmp_path / "words").iterdir()] == ["glossary.yaml"]
