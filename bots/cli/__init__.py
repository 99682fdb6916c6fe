"""The command `countersign`: a table of its commands; each is loaded when it runs."""

import gc
import importlib
from dataclasses import dataclass
from keyword import iskeyword
from typing import Annotated, Any, Final

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup
from typing_extensions import override

from countersign_bot import __version__

# Modules stay: to look for garbage among them, as often as Python does, is a quarter of a start.
_OBJECTS_BETWEEN_COLLECTIONS: Final = 100_000


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A command as `--help` lists it. `module` defines it under its name as Python has it."""

    name: str
    module: str
    help: str

    def load(self) -> Any:
        """Import the command: a function, or a `Typer` with commands of its own."""
        name = self.name.replace("-", "_")
        return getattr(
            importlib.import_module(self.module), f"{name}_" if iskeyword(name) else name
        )


COMMANDS: Final = (
    ListedCommand(
        "try",
        "bots.cli.try_",
        "Start a simulated Slack on your own data, read-only, and print the pages to open.",
    ),
    ListedCommand(
        "demo",
        "bots.cli.demo",
        "Start a simulated Slack with two databases, and print the pages to open.",
    ),
    ListedCommand(
        "ask",
        "bots.cli.ask",
        "Answer one question; exit status 3 where there is no answer.",
    ),
    ListedCommand(
        "init",
        "bots.cli.init",
        "Open a database, and write settings, a draft glossary and what to confirm.",
    ),
    ListedCommand(
        "doctor",
        "bots.cli.doctor",
        "Check the settings, the databases, the ledger and the chat connections, or one database.",
    ),
    ListedCommand(
        "serve",
        "bots.cli.serve",
        "Answer in the chats that the settings name, until stopped.",
    ),
    ListedCommand(
        "runs",
        "bots.cli.runs",
        "List the latest questions and where they stand.",
    ),
    ListedCommand(
        "trace",
        "bots.cli.runs",
        "Print every step that one question took.",
    ),
    ListedCommand(
        "costs",
        "bots.cli.costs",
        "Print what models cost in US dollars, and the tokens that went in and came out.",
    ),
    ListedCommand(
        "checkpoints",
        "bots.cli.operate",
        "List what waits for a person, the oldest first.",
    ),
    ListedCommand(
        "cancel",
        "bots.cli.operate",
        "Stop a question that works or waits; its thread and its card say so.",
    ),
    ListedCommand(
        "retry",
        "bots.cli.operate",
        "Let a question that failed try its last step again.",
    ),
    ListedCommand(
        "outbox",
        "bots.cli.operate",
        "List messages that were given up, and those still to be sent; or send one again.",
    ),
    ListedCommand(
        "audit",
        "bots.cli.audit",
        "Prove the audit chain, export it, or follow one change.",
    ),
    ListedCommand(
        "backup",
        "bots.cli.backup",
        "Write the ledger and the knowledge into one file, while Countersign runs.",
    ),
    ListedCommand(
        "restore",
        "bots.cli.backup",
        "Put a backup into the ledger and the folder that the settings name.",
    ),
    ListedCommand(
        "forget",
        "bots.cli.person",
        "Take a person out of all that is kept; what the audit needs is pseudonymised.",
    ),
    ListedCommand(
        "export-person",
        "bots.cli.person",
        "Print all that the ledger keeps of a person, as JSON.",
    ),
    ListedCommand(
        "break-glass",
        "bots.cli.break_glass",
        "Give a person a role for an emergency; it is in the audit, and every admin is told.",
    ),
    ListedCommand("slack", "bots.cli.slack", "Set up the Slack app."),
    ListedCommand("knowledge", "bots.cli.knowledge", "Look at the approved questions."),
    ListedCommand(
        "validated",
        "bots.cli.validated",
        "See what the approved questions would answer, before a change is live.",
    ),
    ListedCommand("glossary", "bots.cli.glossary", "Look at what words mean."),
    ListedCommand("teams", "bots.cli.teams", "Microsoft Teams."),
    ListedCommand("prompts", "bots.cli.prompts", "Look at the prompts of the models."),
)


class _LazyCommand(TyperCommand):
    """Stands for a listed command until that is called."""

    def __init__(self, listed: ListedCommand) -> None:
        super().__init__(listed.name, help=listed.help)
        self._listed = listed

    @override
    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Load the command: its own context says how its arguments are read, and runs it."""
        loaded, app = self._listed.load(), typer.Typer()
        if isinstance(loaded, typer.Typer):
            app.add_typer(loaded, name=self._listed.name)
        else:
            app.command(self._listed.name)(loaded)
        command = typer.main.get_group(app).commands[self._listed.name]
        return command.make_context(*arguments, **options)


class _CommandTable(TyperGroup):
    """A group of the listed commands."""

    def __init__(self, **options: Any) -> None:
        options["commands"] = {each.name: _LazyCommand(each) for each in COMMANDS}
        super().__init__(**options)


def commands() -> typer.Typer:
    """Every command, ready to be called."""
    app = typer.Typer(
        cls=_CommandTable,
        name="countersign",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_options)
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
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    commands()()
