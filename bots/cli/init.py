"""`countersign init`: a commented starter file for a database."""

import json
import re
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from bots.bootstrap.database_files import located
from bots.cli.settings_option import DEFAULT, UNUSABLE
from knowledge.database_url import read_url
from knowledge.errors import KnowledgeError

_FILE = """\
# Countersign's settings. Secrets stay in the environment: write ${{NAME}} for the variable NAME.

workspaces:
  "{name}":
    title: "{title}"
    # Read-only access is enough, and better: a role that can only SELECT.
    url: {url}
    # What your people mean by their words: metrics, synonyms, regions.
    # glossary: workspaces/{name}/glossary.yaml
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
      reader: {{tables: all}}
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


def init(
    url: Annotated[str, typer.Argument(help="The database, e.g. sqlite:///shop.sqlite")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write")] = DEFAULT,
) -> None:
    """Write a commented starter file for a database."""
    try:
        read_url(url)
        secret = _holds_a_secret(url)
        _write(out, _FILE.format(**_filling(url, out, secret=secret)))
    except (KnowledgeError, OSError) as error:
        typer.echo(_problem(out, error), err=True)
        raise typer.Exit(UNUSABLE) from error
    typer.echo(f"Wrote {out}.")
    if secret:
        typer.echo("The URL holds a password, so the file names a variable instead. Set it:")
        typer.echo("  export DATABASE_URL='…the URL you just typed…'")
    typer.echo(f"Next: countersign doctor --config {out}")


def _holds_a_secret(url: str) -> bool:
    parts = urlsplit(url)
    return bool(parts.password) or "password=" in parts.query.lower()


def _filling(url: str, out: Path, *, secret: bool) -> dict[str, str]:
    """What goes into the file. A relative file is looked for beside the settings, not from here."""
    name = _name(url)
    beside = out.parent.absolute() == Path.cwd()
    shown = "${DATABASE_URL}" if secret else url if beside else located(url, Path.cwd())
    # A JSON text is a YAML text too, whatever characters it holds.
    quoted = json.dumps(shown, ensure_ascii=False)
    return {"name": name, "title": name.replace("_", " ").capitalize(), "url": quoted}


def _write(out: Path, text: str) -> None:
    """Raises OSError, also where there is a file already."""
    with out.open("x", encoding="utf-8") as file:
        file.write(text)


def _problem(out: Path, error: Exception) -> str:
    match error:
        case FileExistsError():
            return f"{out} is there already. Name another file with --out."
        case OSError():
            return f"{out} cannot be written: {error.strerror}. Name another file with --out."
        case _:
            return str(error)


def _name(url: str) -> str:
    """A workspace name made of the database's name."""
    stem = Path(urlsplit(url).path).stem.lower()
    kept = "_".join(re.findall(r"[a-z0-9]+", stem))
    return kept[:40] if kept[:1].isalpha() else "main"
