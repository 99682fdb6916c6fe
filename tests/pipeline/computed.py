"""What is computed in other processes by tests: functions of a module, as steps have them."""

import os

from pipeline.people import Person
from pipeline.rules.schema.known import Known
from pipeline.workspace import Workspace


def process(_workspace: Workspace) -> int:
    """Where it is computed."""
    return os.getpid()


def tables_of(workspace: Workspace, person: Person) -> tuple[int, tuple[str, ...]]:
    """Where it is computed, and what this person may know."""
    return os.getpid(), tuple(table.key for table in workspace.known_to(person).catalog.tables)


def keys_of(known: Known) -> tuple[int, tuple[str, ...]]:
    """Where it is computed, and the tables of what is known."""
    return os.getpid(), tuple(table.key for table in known.catalog.tables)


def found_value(workspace: Workspace, text: str) -> tuple[int, tuple[str, ...]]:
    """Where it is computed, and where a stored value is."""
    return os.getpid(), tuple(hit.column for hit in workspace.known.values.find(text))


def itself(*workspaces: Workspace) -> tuple[Workspace, ...]:
    """The workspaces, on their way to another process and back."""
    return workspaces


def needs_a_connection(workspace: Workspace) -> str:
    """What only this process has."""
    return workspace.warehouse.dialect


def fails(_workspace: Workspace) -> None:
    """An error of a step's own."""
    raise LookupError("no such column")  # noqa: EM101 - the words are looked for


def ends_its_process(_workspace: Workspace, service: int) -> None:
    """What a crash of an extension does; never to the process of the tests."""
    if os.getpid() != service:
        os._exit(1)
