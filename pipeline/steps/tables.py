"""`tables`: the tables the answer comes from, confirmed where there are many or people want it."""

from dataclasses import replace

from pipeline.checkpoint import Ask, CheckpointKind, Fact, Option, Question
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.result import Refusal
from pipeline.state import RunState
from pipeline.workspace import Workspace

QUESTION = "tables"
MOST = 4
_YES, _NO = "yes", "no"


async def tables(state: RunState, workspace: Workspace) -> Outcome:
    """More than four tables, doubtful ones, or a workspace that always asks: a person says yes."""
    used = state.contract.tables
    choice = state.choices.get(QUESTION, "")
    if choice == _NO:
        refusal = Refusal(
            code="tables_rejected",
            reason="You said that these are not the right tables, so I did not run the query.",
            next_step="Ask again with the name of the data you mean.",
        )
        return Finish(state=state, outcome=refusal)
    if state.draft is not None and state.draft.findings:
        return Go(state=state)  # it is written anew first
    always = workspace.habits.confirm_tables_always or state.ask_everything
    needs = len(used) > MOST or state.unsure_of_tables or always
    if needs and choice != _YES:
        return Pause(state=state, ask=_ask(used, workspace))
    line = (f"tables: {', '.join(used)}",) if choice == _YES else ()
    confirmed = tuple(dict.fromkeys((*state.confirmed, *line)))
    return Go(state=replace(state, confirmed=confirmed))


def _ask(used: tuple[str, ...], workspace: Workspace) -> Ask:
    return Ask(
        kind=CheckpointKind.TABLES,
        title="Is this the right data?",
        facts=tuple(Fact(label=key, text=_about(key, workspace)) for key in used),
        questions=(
            Question(
                id=QUESTION,
                text="The answer would come from these tables.",
                options=(
                    Option(id=_YES, label="Yes, use these"),
                    Option(id=_NO, label="No"),
                ),
                default=_YES,
            ),
        ),
    )


def _about(key: str, workspace: Workspace) -> str:
    table = workspace.known.catalog.table(key)
    if table is None:
        return ""
    rows = f"about {table.rows:,} rows" if table.rows is not None else ""
    note = workspace.known.glossary.note(key)
    words = (note.description if note else "") or table.comment
    return "; ".join(part for part in (words, rows) if part) or "no description"
