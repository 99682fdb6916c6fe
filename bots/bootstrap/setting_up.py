"""Writes the folder of a workspace for a database that was opened: all of it, or nothing."""

import asyncio
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from bots.bootstrap.starting import DRAFTED, tried_starters
from bots.bootstrap.targets import Target, opened
from bots.bootstrap.trying import VARIABLE, keep_catalog
from bots.settings import Settings, WorkspaceSettings
from knowledge.errors import KnowledgeError
from knowledge.glossary_file import glossary_from
from knowledge.semantics import draft
from knowledge.semantics.glossary_draft import GlossaryDraft, Point, drafted_glossary
from knowledge.semantics.starters import Starter, starter_questions

_SETTINGS = """\
# Countersign's settings. Secrets stay in the environment: write ${{NAME}} for the variable NAME.

workspaces:
  "{name}":
    title: "{title}"
    # Read-only access is enough, and better: a role that can only SELECT.
    url: {url}
    # What your people mean by their words. It is a draft: {checklist} says what to confirm.
    glossary: workspaces/{name}/glossary.yaml
    calendar:
      time_zone: UTC                # e.g. Europe/Madrid
      week_starts_on: monday
      fiscal_year_start_month: 1    # 4 where the year starts in April
    confirm:
      dates: unless_explicit        # or: always
    review:
      roles: [reviewer]
      # slack_channel: C0123456789  # where reviewers see what is sent to them
    grants:
      # What each role may read. People without a role get default_role; empty means nothing.
      # The hidden columns look like personal data.
      reader:
        tables: all
        hidden_columns: {hidden}
      reviewer: {{tables: all}}
    default_role: reader

# People who are more than readers. The id is surface:tenant:user.
# people:
#   slack:T0123456789:U0123456789: {{name: Rui, roles: [reviewer]}}

# surfaces:
#   slack:
#     mode: socket                  # or http, with signing_secret
#     bot_token: ${{SLACK_BOT_TOKEN}}
#     app_token: ${{SLACK_APP_TOKEN}}

# Where runs, decisions and approved queries are kept.
ledger:
  url: sqlite:///.countersign/ledger.sqlite3
"""
_STATE = ".countersign"


class InTheWayError(KnowledgeError):
    """A file or folder that would have to be overwritten."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is there already. Name another file with --out, or move it away.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """What was written; `questions` were asked and answered."""

    target: Target
    checklist: Path
    questions: tuple[str, ...]
    points: int


def set_up(named: str, out: Path) -> SetUp:
    """Open the database and write settings, draft glossary and checklist. Blocks.

    Raises KnowledgeError or OSError; then nothing is written.
    """
    folder = out.parent.absolute()
    if out.exists():
        raise InTheWayError(out)
    if not folder.is_dir():
        raise FileNotFoundError(2, os.strerror(2), str(out))
    # Beside its place, so that it can be moved in whole.
    with tempfile.TemporaryDirectory(prefix=".countersign-", dir=folder) as aside:
        made = Path(aside)
        target = asyncio.run(opened(named, made / "data"))
        final = folder / "workspaces" / target.name
        if final.exists():
            raise InTheWayError(final)
        model = draft(target.catalog, most=DRAFTED)
        drafted = drafted_glossary(target.catalog, model)
        starters = starter_questions(model, target.catalog)
        questions = _questions(target, made / _STATE, drafted, starters)
        _write(made, out.name, target, drafted, questions, folder)
        for path in _in_the_way(made, folder):
            raise InTheWayError(path)
        _move(made, out.name, folder, target.name)
    return SetUp(
        target=target,
        checklist=final / "CHECKLIST.md",
        questions=questions,
        points=len(drafted.points),
    )


def _in_the_way(made: Path, folder: Path) -> Iterator[Path]:
    """What stands where a file is to be moved, or a folder is to be made."""
    for name in ("workspaces", "data"):
        place = folder / name
        if (made / name).exists() and place.exists() and not place.is_dir():
            yield place
    if (made / "data").exists():
        moved = (folder / "data" / path.name for path in (made / "data").iterdir())
        yield from (path for path in moved if path.exists())


def _questions(
    target: Target, state: Path, drafted: GlossaryDraft, starters: Sequence[Starter]
) -> tuple[str, ...]:
    """Run with the draft in place, as they will be when they are asked."""
    state.mkdir(parents=True, exist_ok=True)
    keep_catalog(target, state)
    glossary_from(drafted.text, "glossary.yaml")
    (state / "glossary.yaml").write_text(drafted.text, encoding="utf-8")
    workspace = WorkspaceSettings(url=SecretStr(target.url), glossary="glossary.yaml")
    settings = Settings(workspaces={target.name: workspace}, state_folder=".")
    found = asyncio.run(tried_starters(settings, state, starters))
    shutil.rmtree(state)
    return found


def _write(
    made: Path,
    name: str,
    target: Target,
    drafted: GlossaryDraft,
    questions: tuple[str, ...],
    folder: Path,
) -> None:
    own = made / "workspaces" / target.name
    own.mkdir(parents=True)
    url = f"${{{VARIABLE}}}" if target.has_secret else _url_from(target.url, made, folder)
    settings = _SETTINGS.format(
        name=target.name,
        title=target.title,
        # A JSON text is a YAML text too, whatever characters it holds.
        url=json.dumps(url, ensure_ascii=False),
        checklist=f"workspaces/{target.name}/CHECKLIST.md",
        hidden=json.dumps(drafted.hidden, ensure_ascii=False),
    )
    (made / name).write_text(settings, encoding="utf-8")
    (own / "glossary.yaml").write_text(drafted.text, encoding="utf-8")
    (own / "CHECKLIST.md").write_text(_checklist(target, drafted.points, questions), "utf-8")


def _url_from(url: str, made: Path, folder: Path) -> str:
    """The URL as the settings say it: files in their folder are named from there."""
    for before in (str(made), str(folder)):
        for engine in ("sqlite", "duckdb"):
            start = f"{engine}:///{before}/"
            if url.startswith(start):
                return f"{engine}:///{url.removeprefix(start)}"
    return url


def _move(made: Path, name: str, folder: Path, workspace: str) -> None:
    """Move everything in; the settings last, so that no half workspace is ever read."""
    (folder / "workspaces").mkdir(exist_ok=True)
    if (made / "data").exists():
        (folder / "data").mkdir(exist_ok=True)
        for path in (made / "data").iterdir():
            path.replace(folder / "data" / path.name)
    (made / "workspaces" / workspace).replace(folder / "workspaces" / workspace)
    (made / name).replace(folder / name)


def _checklist(target: Target, points: tuple[Point, ...], questions: tuple[str, ...]) -> str:
    lines = [
        f"# {target.title}: what a person should confirm",
        "",
        "The most useful first. Change `glossary.yaml` beside this file, or the settings.",
        "",
    ]
    for point in points:
        lines += [f"- [ ] **{point.title}.** {point.question}"]
        lines += [f"      - `{line}`" for line in point.lines]
    lines += ["", "## Questions that were asked and answered", ""]
    lines += [f"- {question}" for question in questions] or ["None. See docs/getting-started.md."]
    if len(target.catalog.tables) > DRAFTED:
        lines += ["", f"Of {len(target.catalog.tables):,} tables, this is about the {DRAFTED} "]
        lines[-1] += "with rows and the most keys. The others can be asked about, too."
    if target.notes:
        lines += ["", "## What was guessed or left out", "", *(f"- {n}" for n in target.notes)]
    return "\n".join(lines) + "\n"
