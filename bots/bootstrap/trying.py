"""Lays out a scratch workspace for one database, to try it in a browser."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from pydantic import SecretStr

from bots.bootstrap.starting import DRAFTED, tried_starters
from bots.bootstrap.targets import Target
from bots.settings import Settings, WorkspaceSettings
from knowledge.adapters.catalog_files import CatalogFiles
from knowledge.adapters.profiling import is_profiled
from knowledge.semantics import draft
from knowledge.semantics.starters import starter_questions

# Under this name the settings ask for a URL that holds a password.
VARIABLE = "DATABASE_URL"
_SUGGESTED = 3

Variables: TypeAlias = Mapping[str, str]
_SETTINGS = """\
# Written by `countersign try` at each start: what you change here is lost.
# `countersign init` writes settings to keep.
workspaces:
  "{name}":
    title: "{title}"
    url: {url}
    review: {{roles: [reviewer], slack_channel: C0REVIEWS}}
    grants:
      analyst: {{tables: all}}
      reviewer: {{tables: all}}
    default_role: analyst
people:
  slack:T0LOCAL:U0ANA: {{name: Ana, roles: [analyst]}}
  slack:T0LOCAL:U0RUI: {{name: Rui, roles: [reviewer]}}
  slack:T0LOCAL:U0ADA: {{name: Ada, roles: [reviewer, analyst]}}
surfaces:
  slack:
    mode: http
    bot_token: ${{SLACK_BOT_TOKEN}}
    signing_secret: ${{SLACK_SIGNING_SECRET}}
    api_url: ${{SLACK_API_URL}}
    suggestions: {suggestions}
state_folder: .
ledger:
  url: sqlite:///ledger.sqlite3
"""


async def lay_out_scratch(target: Target, state: Path) -> tuple[tuple[str, ...], Variables]:
    """Write the settings of the scratch folder; questions to begin with, and its variables."""
    keep_catalog(target, state)
    settings = Settings(
        workspaces={target.name: WorkspaceSettings(url=SecretStr(target.url))}, state_folder="."
    )
    model = draft(target.catalog, most=DRAFTED)
    questions = await tried_starters(
        settings, state, starter_questions(model, target.catalog), _SUGGESTED
    )
    url = f"${{{VARIABLE}}}" if target.has_secret else target.url
    text = _SETTINGS.format(
        name=target.name,
        title=target.title,
        # A JSON text is a YAML text too, whatever characters it holds.
        url=json.dumps(url, ensure_ascii=False),
        suggestions=json.dumps(questions, ensure_ascii=False),
    )
    (state / "countersign.yaml").write_text(text, encoding="utf-8")
    return questions, {VARIABLE: target.url}


def keep_catalog(target: Target, state: Path) -> None:
    """Keep the catalog that was just read for the start that follows, if it is whole."""
    if all(map(is_profiled, target.catalog.tables)):
        CatalogFiles(state / "catalogs").save(target.catalog, target.url)
