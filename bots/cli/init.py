"""`countersign init`: a commented starter file for a database."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from bots.cli.settings_option import DEFAULT

_FILE = """\
# Countersign's settings. Secrets stay in the environment: write ${{NAME}} for the variable NAME.

workspaces:
  {name}:
    title: {title}
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
    if out.exists():
        typer.echo(f"{out} is there already. Name another file with --out.", err=True)
        raise typer.Exit(2)
    name, shown, secret = _name(url), url, bool(urlsplit(url).password)
    if secret:
        shown = "${DATABASE_URL}"
    text = _FILE.format(name=name, title=name.replace("_", " ").capitalize(), url=shown)
    out.write_text(text, encoding="utf-8")
    typer.echo(f"Wrote {out}.")
    if secret:
        typer.echo("The URL holds a password, so the file names a variable instead. Set it:")
        typer.echo("  export DATABASE_URL='…the URL you just typed…'")
    typer.echo(f"Next: countersign doctor --config {out}")


def _name(url: str) -> str:
    """A workspace name made of the database's name."""
    stem = Path(urlsplit(url).path).stem.lower()
    kept = "".join(c if c.isalnum() and c.isascii() else "_" for c in stem).strip("_")
    return kept[:40] if kept[:1].isalpha() else "main"
