"""The process that computes for steps: one function at a time, and gone when its parent is.

Workspaces are sent once and named afterwards; what is known of one to a role is made here.
"""

import io
import itertools
import os
import pickle
import resource
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import IO, Any, Final

from typing_extensions import override

from pipeline.people import Person
from pipeline.rules.schema.known import Known
from pipeline.workspace import Workspace

# For a parent that is gone: it ends what takes longer itself.
_SECONDS_OVER: Final = 30
_MOST_MEMORY: Final = 4 * 1024**3
_PIECE: Final = 20
_NUMBERS: Final = itertools.count(1)
# The event loop of the parent, which acknowledges, comes first where cores are scarce.
_NICE: Final = 5


class NotHere(Exception):
    """A function needs what only the process of the service has, such as a connection."""


class Elsewhere:
    """Stands for a port of a workspace in a process that does not have it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotHere(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A function and its arguments, pickled, and which workspaces are new to it, or gone."""

    seconds: int
    work: bytes
    kept: Sequence[tuple[int, bytes]] = ()
    gone: Sequence[int] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of a job: `value` is pickled."""

    value: bytes = b""
    error: Exception | None = None


class Shelf:
    """The workspaces that both processes know, by their numbers. Each has one of its own."""

    def __init__(self) -> None:
        self._kept: dict[int, Workspace] = {}

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(self._kept)

    def number(self, workspace: Workspace) -> int:
        """Its number; a new one, in the place of the one of its name, where it was read anew."""
        for number, kept in self._kept.items():
            if kept is workspace:
                return number
        before = [number for number, kept in self._kept.items() if kept.name == workspace.name]
        self.forget(before)
        number = next(_NUMBERS)
        self._kept[number] = workspace
        return number

    def keep(self, number: int, workspace: Workspace) -> None:
        self._kept[number] = workspace

    def forget(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self._kept.pop(number, None)

    def __getitem__(self, number: int) -> Workspace:
        return self._kept[number]

    def place_of(self, known: Known) -> tuple[int, frozenset[str] | None] | None:
        """The workspace of which this is known, and to which roles; None for all of it."""
        for number, workspace in self._kept.items():
            if workspace.known is known:
                return number, None
            for roles, sight in workspace.sights.items():
                if sight is known:
                    return number, roles
        return None


def portable(workspace: Workspace) -> bytes:
    """The workspace without its ports, and without what is computed of it once.

    Its tables are written in pieces: nothing else goes on here while one is.
    """
    known = workspace.known
    tables = known.catalog.tables
    kept = {name: value for name, value in vars(known).items() if not _is_computed(name)}
    pieces = [pickle.dumps(tables[at : at + _PIECE]) for at in range(0, len(tables), _PIECE)]
    away: Any = Elsewhere()
    plain = replace(
        workspace,
        known=away,
        warehouse=away,
        validated=away,
        standing=away,
        computing=away,
        models=None if workspace.models is None else away,
        writing=None if workspace.writing is None else away,
        sights={},
    )
    kept["catalog"] = replace(known.catalog, tables=())
    return pickle.dumps((plain, kept, pieces))


def _is_computed(name: str) -> bool:
    return isinstance(getattr(Known, name, None), cached_property)


def _workspace_of(sent: bytes) -> Workspace:
    plain, kept, pieces = pickle.loads(sent)  # noqa: S301  from the parent alone
    tables = tuple(table for piece in pieces for table in pickle.loads(piece))  # noqa: S301  as above
    known = Known.__new__(Known)
    vars(known).update(kept, catalog=replace(kept["catalog"], tables=tables))
    whole: Workspace = replace(plain, known=known)
    return whole


def packed(value: object, shelf: Shelf) -> tuple[bytes, Mapping[int, Workspace]]:
    """The value with numbers for its workspaces, and the workspaces of these numbers."""
    written, named = io.BytesIO(), dict[int, Workspace]()

    def reduce_workspace(workspace: Workspace) -> Any:
        number = shelf.number(workspace)
        named[number] = workspace
        return _kept_workspace, (number,)

    def reduce_known(known: Known) -> Any:
        place = shelf.place_of(known)
        if place is None:
            return known.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
        named[place[0]] = shelf[place[0]]
        return _kept_known, place

    pickler = pickle.Pickler(written, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {Workspace: reduce_workspace, Known: reduce_known}
    pickler.dump(value)
    return written.getvalue(), named


class _Unpacker(pickle.Unpickler):
    """Reads numbers of workspaces as the workspaces."""

    def __init__(self, packed_: bytes, kept: "Shelf | Mapping[int, Workspace]") -> None:
        super().__init__(io.BytesIO(packed_))
        self._kept = kept

    @override
    def find_class(self, module: str, name: str, /) -> Any:
        if module == __name__ and name == _kept_workspace.__name__:
            return self._kept.__getitem__
        if module == __name__ and name == _kept_known.__name__:
            return self._known
        return super().find_class(module, name)

    def _known(self, number: int, roles: frozenset[str] | None) -> Known:
        workspace = self._kept[number]
        return workspace.known if roles is None else workspace.known_to(Person(id="", roles=roles))


def unpacked(value: bytes, kept: "Shelf | Mapping[int, Workspace]") -> Any:
    """The value that was packed, with the kept workspaces of its numbers."""
    return _Unpacker(value, kept).load()


def _kept_workspace(number: int) -> Workspace:
    """Stands in what is sent; the one who reads it looks the number up."""
    raise KeyError(number)


def _kept_known(number: int, roles: frozenset[str] | None) -> Known:
    """The same for what is known of one."""
    raise KeyError(number, roles)


def answered(job: Job, shelf: Shelf) -> Done:
    """What the function gives back, or raises."""
    try:
        shelf.forget(job.gone)
        for number, sent in job.kept:
            shelf.keep(number, _workspace_of(sent))
        function, arguments = unpacked(job.work, shelf)
        value, _ = packed(function(*arguments), shelf)
    except Exception as error:  # noqa: BLE001  every error goes to the parent
        return Done(error=_sendable(error))
    return Done(value=value)


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  what was just written
    except Exception:  # noqa: BLE001  it goes as its words
        return RuntimeError(repr(error))
    return error


def serve(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Compute until there are no more jobs; the first thing said is that it is ready."""
    shelf = Shelf()
    _say(None, answers)
    while True:
        try:
            job: Job = pickle.load(jobs)  # noqa: S301  from the parent alone
        except EOFError:
            return
        signal.setitimer(signal.ITIMER_REAL, job.seconds + _SECONDS_OVER)
        done = answered(job, shelf)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(done, answers)


def _say(done: Done | None, answers: IO[bytes]) -> None:
    pickle.dump(done, answers)
    answers.flush()


def main() -> None:
    """Compute over standard input and output, to which nothing else may then write."""
    os.nice(_NICE)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = _MOST_MEMORY if most == resource.RLIM_INFINITY else min(most, _MOST_MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve(sys.stdin.buffer, answers)
