"""The tools of a model that works on a database: it looks as its asker may, and writes nothing.

A call for a change is only checked here. What passes waits for people: the pipeline proposes,
previews, has it approved and writes it, as it does a person's own statement.
"""

from dataclasses import dataclass

from pipeline.agents.exploring.results import Results, page_of
from pipeline.agents.model_reads import Seen, looked
from pipeline.agents.ports import NeedsApprovalError
from pipeline.agents.prompts import as_tool_data
from pipeline.agents.tool_calls import Look, Looks, refused
from pipeline.model_calls import Tool
from pipeline.people import Person
from pipeline.result import Sample
from pipeline.sql import Tier
from pipeline.telling.summary import shown
from pipeline.workspace import Workspace
from pipeline.writes.about import tools as about
from pipeline.writes.building.naming import Names
from pipeline.writes.building.unsettled import UnsettledError
from pipeline.writes.explaining.mismatching import mismatch
from pipeline.writes.rules import Writing
from pipeline.writes.statements.permission import may_not_ask, not_allowed
from pipeline.writes.statements.typed import statement_proposed
from pipeline.writes.values import Impossible

_LONGEST_CELL = 80
_LONGEST_EXPLANATION = 600
_ENOUGH = "No more changes can be asked for now. Say what is left to do."
# The tool that a change of each tier belongs to.
TOOLS = {Tier.T1: "run_write_query", Tier.T2: "run_ddl"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedCall:
    """A call for a change of which nobody was asked, and why."""

    tool: str
    sql: str
    explanation: str
    reason: str


class AdminToolbox:
    """Tools over one workspace for one asker; `rows` says whether values of rows may be shown.

    `left` is how many more changes may be called for; without any, and where the asker may not
    ask for changes, there are no tools for them.
    """

    def __init__(self, workspace: Workspace, asker: Person, *, rows: bool, left: int) -> None:
        self._workspace = workspace
        self._asker = asker
        self._known = workspace.known_to(asker)
        self._grants = workspace.grants_of(asker)
        self._results = Results()
        self._rows = rows
        self._left = left
        self._refused: list[RefusedCall] = []
        self._looks = Looks()

    @property
    def looks(self) -> tuple[Look, ...]:
        """Every call until now that only reads."""
        return self._looks.kept

    @property
    def said(self) -> tuple[str, ...]:
        """What the calls that only read gave back."""
        return self._looks.said

    @property
    def refused(self) -> tuple[RefusedCall, ...]:
        """The calls for changes that were refused, in their order."""
        return tuple(self._refused)

    @property
    def writes(self) -> bool:
        """Whether this asker may ask for changes here."""
        writing = self._workspace.writing
        return writing is not None and may_not_ask(self._asker, writing.rules) is None

    def tools(self) -> tuple[Tool, ...]:
        """What the model may call."""
        looks = self._looks.keeping((
            self.list_tables, self.describe_table, self.search_metadata, self.run_read_query,
            self.explain_plan, self.suggest_index,
        ))  # fmt: skip
        return (*looks, self.run_write_query, self.run_ddl) if self.writes else looks

    async def list_tables(self) -> str:
        """List the tables, with how many rows and columns they have."""
        return self._told(about.list_tables(self._known))

    async def describe_table(self, table: str) -> str:
        """Show the columns of a table with their types and keys."""
        try:
            found = Names(self._known, {}).table_or_none(table)
        except UnsettledError:
            found = None
        return self._told(about.describe_table(self._known, found.key if found else table))

    async def search_metadata(self, words: str) -> str:
        """Find the tables and columns that a few words may mean."""
        return self._told(about.search_metadata(self._known, words))

    async def run_read_query(self, sql: str) -> str:
        """Run one SELECT to look at the data; its first rows are shown."""
        seen = await looked(self._workspace, self._asker, sql)
        return as_tool_data(seen if isinstance(seen, str) else self._page(seen))

    async def explain_plan(self, sql: str) -> str:
        """Show how the database would run a SELECT, and which tables it reads whole."""
        known, grants = self._known, self._grants
        return self._told(await about.explain_plan(sql, known, grants, self._workspace.warehouse))

    async def suggest_index(self, sql: str) -> str:
        """Find the columns whose index would spare a SELECT from reading whole tables."""
        known, grants = self._known, self._grants
        return self._told(await about.suggest_index(sql, known, grants, self._workspace.warehouse))

    async def run_write_query(self, sql: str, explanation: str) -> str:
        """Change rows with one INSERT, UPDATE or DELETE, which people approve first.

        The result says whether it was written, rejected or refused, and why.

        Args:
            sql: The one statement, with a condition that says which rows are meant.
            explanation: One plain sentence on what exactly it does, which people read.
        """
        return self._called(sql, explanation, Tier.T1)

    async def run_ddl(self, sql: str, explanation: str) -> str:
        """Change the schema with one statement, such as CREATE INDEX, which people approve first.

        The result says whether it was written, rejected or refused, and why.

        Args:
            sql: The one statement.
            explanation: One plain sentence on what exactly it does, which people read.
        """
        return self._called(sql, explanation, Tier.T2)

    def _called(self, sql: str, explanation: str, tier: Tier) -> str:
        """Why it is not even asked. Raises `NeedsApprovalError` for what people are asked."""
        writing = self._workspace.writing
        if writing is None:
            return as_tool_data("Nothing may be changed here.")
        if self._left <= 0:
            self._refuse(sql, explanation, tier, _ENOUGH)
            return as_tool_data(_ENOUGH)
        objection = self._objection(sql, explanation, tier, writing)
        if objection:
            self._refuse(sql, explanation, tier, objection)
            return as_tool_data(f"Nobody is asked for this, and nothing was changed: {objection}")
        self._left -= 1
        raise NeedsApprovalError

    def _refuse(self, sql: str, explanation: str, tier: Tier, reason: str) -> None:
        call = RefusedCall(tool=TOOLS[tier], sql=sql, explanation=explanation, reason=reason)
        self._refused.append(call)

    def _objection(self, sql: str, explanation: str, tier: Tier, writing: Writing) -> str:
        catalog = self._workspace.known.catalog
        found = statement_proposed(sql, catalog, self._workspace.habits.policy)
        if isinstance(found, Impossible):
            return f"{found.reason} {found.next_step}"
        refusal = not_allowed(found, self._asker, writing.rules, catalog, self._grants)
        if refusal is not None:
            return f"{refusal.reason} {refusal.next_step}"
        if found.tier is not tier:
            return f"This is a statement for {TOOLS[found.tier]}."
        if len(explanation) > _LONGEST_EXPLANATION:
            return "The explanation is too long: one plain sentence."
        wrong = mismatch(explanation, found.sql, found.dialect)
        return f"The explanation does not match the statement. {wrong}" if wrong else ""

    def _page(self, seen: Seen) -> str:
        rows = seen.rows
        if self._rows:
            return page_of(self._results.keep(seen.sql, rows))
        columns = ", ".join(column.name for column in rows.columns)
        more = " or more" if rows.truncated else ""
        return f"{len(rows.rows)}{more} rows of {columns}. Their values may not be shown to you."

    def _told(self, told: about.Told | Impossible) -> str:
        if isinstance(told, Impossible):
            refused(told.reason)
            return as_tool_data(f"{told.reason} {told.next_step}")
        return as_tool_data("\n".join([told.summary, *_lines(told.sample)]))


def _lines(sample: Sample | None) -> list[str]:
    if sample is None:
        return []
    rows = [" | ".join(shown(cell)[:_LONGEST_CELL] for cell in row) for row in sample.rows]
    return [" | ".join(sample.columns), *rows]
