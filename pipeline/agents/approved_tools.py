"""Approved queries as tools of a model: it fills in typed values, and code decides what it gets."""

import inspect
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, JsonValue

from knowledge.validated.parameters import ParameterError, bind
from knowledge.validated.query import Parameter, ParameterKind, Role, ValidatedQuery
from pipeline.agents.prompts import as_tool_data
from pipeline.agents.tool_calls import Look, Looks
from pipeline.approved.reusing import Offer, reusing
from pipeline.askable import may_run
from pipeline.matching.canonical import meaning_of
from pipeline.matching.reading import decided_as_read
from pipeline.matching.stated import stated_days, states_all
from pipeline.model_calls import Tool
from pipeline.result import Trust
from pipeline.rules.schema.known import Known
from pipeline.state import RunState
from pipeline.workspace import Found, Workspace

_MOST = 4
# A list of more values is no help to a model; the value is checked all the same.
_MOST_VALUES = 50
_LONGEST_NAME = 60
_SAYS = (
    "An approved query. It answers: {question}\n\nIf the question asks for just this, with other "
    "values at most, call it and answer with the SQL that it returns, unchanged."
)


@dataclass(frozen=True, slots=True)
class _Called:
    """A call with valid values: the approved query, and its SQL with those."""

    found: Found
    sql: str


class ApprovedTools:
    """The approved queries near one question that nothing contradicts, each as a tool."""

    def __init__(self, near: Sequence[Found], known: Known) -> None:
        self._near = tuple(near)
        self._known = known
        self._called: list[_Called] = []
        self._looks = Looks()

    @property
    def looks(self) -> tuple[Look, ...]:
        """Every call until now."""
        return self._looks.kept

    def tools(self) -> tuple[Tool, ...]:
        """One for each query."""
        made = (self._tool(place, found) for place, found in enumerate(self._near, start=1))
        return self._looks.keeping(tool for tool in made if tool is not None)

    def called_for(self, sql: str) -> tuple[Found, str] | None:
        """The query whose SQL, as a call returned it, a statement is; None for changed SQL."""
        catalog = self._known.catalog
        wrote = meaning_of(sql, catalog)
        for called in self._called:
            gave = meaning_of(called.sql, catalog)
            if wrote is not None and gave is not None and wrote.exact == gave.exact:
                return called.found, called.sql
        return None

    def _tool(self, place: int, found: Found) -> Tool | None:
        query = found.query
        if query is None:
            return None
        open_ = [item for item in query.parameters if not item.fixed]
        names = {_identifier(item.name): item for item in open_}

        async def call(**values: object) -> str:
            return as_tool_data(self._call(found, query, names, values))

        call.__name__ = f"approved_{place}_{_identifier(found.question)}"[:_LONGEST_NAME]
        call.__doc__ = "\n".join(
            (
                _SAYS.format(question=" ".join(found.question.split())),
                "",
                "Args:",
                *(f"    {name}: {_explained(item)}" for name, item in names.items()),
            )
        ).removesuffix("\n\nArgs:")
        types = {name: self._type(item) for name, item in names.items()}
        call.__annotations__ = {**types, "return": str}
        call.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=_default(item),
                    annotation=types[name],
                )
                for name, item in names.items()
            ],
            return_annotation=str,
        )
        return call

    def _call(
        self,
        found: Found,
        query: ValidatedQuery,
        names: dict[str, Parameter],
        values: dict[str, object],
    ) -> str:
        given = {names[name].name: str(value) for name, value in values.items()}
        for item in names.values():
            if problem := self._unfit(item, given.get(item.name, item.default)):
                return problem
        try:
            sql = bind(query, given)
        except ParameterError as error:
            return f"{error}."
        self._called.append(_Called(found, sql))
        return sql

    def _unfit(self, item: Parameter, value: str) -> str:
        """Why a value cannot be one of the parameter's; empty where it can."""
        allowed = self._allowed(item)
        if allowed and value not in allowed:
            return f"{value!r} is no value of {item.name}. Its values: {', '.join(allowed)}."
        named = item.period and item.kind is ParameterKind.TEXT
        if named and re.sub(r"\d", "0", value) != re.sub(r"\d", "0", item.default):
            return f"{value!r} is not of the form of {item.default!r}."
        return ""

    def _allowed(self, item: Parameter) -> tuple[str, ...]:
        """All values of a text's column, where they are known and few."""
        if item.kind is not ParameterKind.TEXT or item.period or item.prefix or item.suffix:
            return ()
        table, _, name = item.column.rpartition(".")
        for each in self._known.catalog.tables:
            column = each.column(name)
            of_it = table.lower() in ("", each.name.lower(), each.key.lower())
            if of_it and column is not None and column.complete and not column.pii:
                return column.values if len(column.values) <= _MOST_VALUES else ()
        return ()

    def _type(self, item: Parameter) -> Any:
        """The parameter's type for the tool's schema; what is sent is checked when it comes."""
        if item.kind is ParameterKind.INTEGER or item.role is Role.LIMIT:
            return int
        if item.kind is ParameterKind.NUMBER:
            return float
        if item.kind is ParameterKind.DATE:
            return Annotated[str, Field(json_schema_extra={"format": "date"})]
        allowed: list[JsonValue] = list(self._allowed(item))
        return Annotated[str, Field(json_schema_extra={"enum": allowed})] if allowed else str


async def approved_tools(state: RunState, workspace: Workspace) -> ApprovedTools | None:
    """The tools for a question; None where nothing approved is near it.

    Where the person said that it is not the same question, none is; nor one that they may not run.
    """
    if state.previous is not None or state.choices.get("match") == "different":
        return None
    near = await workspace.validated.find(state.question, state.times)
    allowed = [each for each in near if may_run(each.approved, workspace, state.asker)]
    known = workspace.known_to(state.asker)
    return ApprovedTools(allowed[:_MOST], known) if allowed else None


async def as_approved(
    sql: str, tools: ApprovedTools, state: RunState, workspace: Workspace
) -> RunState | None:
    """The state that reuses an approved query, where the model called it and kept its SQL.

    The call is the reading of the question, and the table of matching decides what it is worth;
    None where that is not trusted, where the values are not those that the question says, or where
    the statement does not keep its days.
    """
    called = tools.called_for(sql)
    if called is None:
        return None
    near, bound = called
    if near.says_more:
        # A model's word does not explain words of the question that nothing approved stands for.
        return None
    catalog = workspace.known.catalog
    says, gave = meaning_of(near.sql, catalog), meaning_of(bound, catalog)
    if says is None or gave is None or says.exact != gave.exact:
        return None
    read = await workspace.compute(decided_as_read, bound, state, workspace, (near,))
    found: Found | None = read
    if found is None or found.trust is not Trust.TRUSTED:
        return None
    days = stated_days(found.sql, state.times, workspace, state.asker)
    if not states_all(days, state.times):
        return None
    await workspace.validated.used(found.id, state.question)
    return reusing(state, Offer(found, days), workspace, pressed=False)


def _identifier(text: str) -> str:
    return re.sub(r"\W+", "_", text.lower(), flags=re.ASCII).strip("_") or "value"


def _default(item: Parameter) -> str | int | float:
    if item.kind is ParameterKind.INTEGER or item.role is Role.LIMIT:
        return int(item.default)
    return float(item.default) if item.kind is ParameterKind.NUMBER else item.default


def _explained(item: Parameter) -> str:
    """What a parameter stands for: its words in the approved question, and its place."""
    if item.role is Role.LIMIT:
        what = "how many rows"
    elif item.period and item.kind is ParameterKind.TEXT:
        what = f"the period, written like {item.default}"
    elif item.period and item.role is Role.START:
        what = "the first day of the period"
    elif item.period:
        what = "the last day of the period" if item.inclusive else "the day after the period"
    else:
        what = f"a value of {item.column}" if item.column else "a number"
    return f"{what}; “{item.words}” in the approved question" if item.words else what
