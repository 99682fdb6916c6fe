"""One attempt to write an approved change: all that its outcomes need."""

from dataclasses import dataclass

from pipeline.state import RunState
from pipeline.workspace import Workspace
from pipeline.writes.ports import WriteBook
from pipeline.writes.request import WriteRequest
from pipeline.writes.rules import Writing
from pipeline.writes.values import Approved, Proposal


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt to write: the approval, its book, and what was approved."""

    state: RunState
    workspace: Workspace
    writing: Writing
    book: WriteBook
    request: WriteRequest
    proposal: Proposal
    approved: Approved

    @property
    def id(self) -> str:
        """The approval, named by the checkpoint that completed it."""
        return self.request.counted[-1].checkpoint
