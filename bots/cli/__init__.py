"""The command `countersign`."""

from typing import Annotated

import typer

from countersign_bot import __version__


def commands() -> typer.Typer:
    """Every command, ready to be called."""
    from bots.cli.ask import ask
    from bots.cli.audit import audit
    from bots.cli.costs import costs
    from bots.cli.demo import demo
    from bots.cli.doctor import doctor
    from bots.cli.glossary import glossary
    from bots.cli.init import init
    from bots.cli.knowledge import knowledge
    from bots.cli.operate import cancel, checkpoints, outbox, retry
    from bots.cli.prompts import prompts
    from bots.cli.runs import runs, trace
    from bots.cli.serve import serve
    from bots.cli.slack import slack
    from bots.cli.teams import teams
    from bots.cli.try_ import try_

    app = typer.Typer(
        name="countersign",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_options)
    app.command("try")(try_)
    for command in (demo, ask, init, doctor, serve, runs, trace, costs):
        app.command()(command)
    for command in (checkpoints, cancel, retry, outbox):
        app.command()(command)
    app.add_typer(audit, name="audit")
    app.add_typer(slack, name="slack")
    app.add_typer(knowledge, name="knowledge")
    app.add_typer(glossary, name="glossary")
    app.add_typer(teams, name="teams")
    app.add_typer(prompts, name="prompts")
    return app


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer calls it
    if wanted:
        typer.echo(f"countersign {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[  # noqa: FBT002 - a flag; its callback prints it
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version"),
    ] = False,
) -> None:
    """Ask your database in Slack or Teams; a person countersigns what matters."""


def main() -> None:
    """The entry point: `countersign COMMAND`."""
    commands()()
