"""`route`: which workspace the question is about; unsure asks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.agents.layers.hearing import heard_of, is_over, one_call
from pipeline.agents.layers.routing import NAME as LAYER
from pipeline.agents.layers.routing import Routed, route_layer
from pipeline.agents.layers.when_asked import joins_in
from pipeline.askable import askable
from pipeline.checkpoint import Ask, CheckpointKind, Option, Question
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.planning import planned
from pipeline.result import Refusal, is_of_files
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.outcomes import Planned
from pipeline.state import RunState
from pipeline.steps.intent import ADD_A_MODEL, not_in_english
from pipeline.times.listed import default_times
from pipeline.turns.below import with_the_open_question
from pipeline.workspace import Workspace, Workspaces, files_are_gone
from pipeline.writes.about.questions import asks_for_tables
from pipeline.writes.building.proposing import Unclear, Wish, proposed
from pipeline.writes.values import Impossible, Proposal

NAME = "route"
QUESTION = "workspace"
WRITE_ROAD = "propose"
REPORT_ROAD = "outline"
# How sure it is that the rules read a question; what a table's name weighs, and a column's.
_READ, _NAMED, _HINT = 2, 3, 1


async def route(state: RunState, workspaces: Workspaces) -> Outcome:
    """Take the workspace that was named, is the only one, or alone understands the question."""
    below = workspaces.get(state.open_in) if state.open_question else None
    if below is not None:
        state = await below.compute(with_the_open_question, state, below)
    named = state.choices.get(QUESTION, "") or state.pinned
    if named:
        return _named(state, workspaces, named)
    about = state if state.report is None else replace(state, question=state.report.topic)
    everywhere = workspaces.all()
    if not everywhere:
        return _nowhere(state, workspaces.unavailable().values())
    if len(everywhere) == 1:
        return _go(state, everywhere[0])
    best = await everywhere[0].compute(_best, about, everywhere)
    if len(best) == 1:
        return _go(state, best[0])
    if not best and await _means_nothing(about, everywhere):
        nothing = not_in_english(about.question) or await _nothing(about, everywhere)
        return Finish(state=state, outcome=nothing)
    return await _by_a_model(about, state, best or everywhere)


async def _by_a_model(about: RunState, state: RunState, candidates: Sequence[Workspace]) -> Outcome:
    """What a model makes of it where all of them let one read; unsure, a person is asked."""
    asks = all(joins_in(LAYER, state, workspace) for workspace in candidates)
    models = candidates[0].models
    if not asks or models is None:
        return Pause(state=state, ask=_ask(candidates))
    if not is_over(state, LAYER):
        layer = route_layer(about.question, state.asker, candidates)
        return Go(state=await one_call(state, models, layer), to=NAME)
    routed = heard_of(state, LAYER, Routed)
    named = routed.workspace if routed is not None and not routed.unsure else ""
    chosen = next((each for each in candidates if each.name == named), None)
    return _go(state, chosen) if chosen else Pause(state=state, ask=_ask(candidates))


def _go(state: RunState, workspace: Workspace) -> Go:
    """On with a question, or with a wished change on a road of its own."""
    after = replace(state, workspace=workspace.name)
    if state.report is not None:
        return Go(state=after, to=REPORT_ROAD)
    return Go(state=after, to="" if state.write is None else WRITE_ROAD)


def _named(state: RunState, workspaces: Workspaces, name: str) -> Outcome:
    known_one = workspaces.get(name)
    if known_one is not None:
        return _go(state, known_one)
    if is_of_files(name):
        return Finish(state=state, outcome=files_are_gone())
    away = workspaces.unavailable()
    if name in away or not workspaces.all():
        return _nowhere(state, [away[name]] if name in away else away.values())
    known = ", ".join(workspace.name for workspace in workspaces.all())
    refusal = Refusal(
        code="unknown_workspace",
        reason=f"I do not know a workspace called {name!r}.",
        next_step=f"I know: {known}.",
    )
    return Finish(state=state, outcome=refusal)


def _nowhere(state: RunState, reasons: Iterable[str]) -> Finish:
    refusal = Refusal(
        code="database_down",
        reason=" ".join(reasons) or "There is no database to ask.",
        next_step="Try again in a few minutes, or tell an admin.",
    )
    return Finish(state=state, outcome=refusal)


async def _means_nothing(state: RunState, everywhere: Sequence[Workspace]) -> bool:
    """Whether no word says which data is meant, and neither a model nor an approved answer may."""
    asks = state.write is None and state.report is None
    if not asks or asks_for_tables(state.question):
        return False
    if any(w.models is not None for w in everywhere):
        return False
    found = [await workspace.validated.find(state.question, ()) for workspace in everywhere]
    return not any(found)


async def _nothing(state: RunState, everywhere: Sequence[Workspace]) -> Refusal:
    names = " or ".join(workspace.title or workspace.name for workspace in everywhere)
    return Refusal(
        code="cannot",
        reason=f"I found nothing in {names} that the question is about.",
        next_step=f"{await askable(state, everywhere)} {ADD_A_MODEL}".strip(),
    )


def _best(state: RunState, everywhere: Sequence[Workspace]) -> Sequence[Workspace]:
    """The workspaces that understand the question best, by how sure the rules are of it.

    Nor is one left out that has a name for a word which the best ones read as something else.
    """
    scores = {workspace.name: _score(state, workspace) for workspace in everywhere}
    top = max(scores.values())
    best = [w for w in everywhere if top > (0, 0) and _is_close(scores[w.name], top)]
    said = {word for workspace in best for word in workspace.names.said(state.question)}
    return [w for w in everywhere if w in best or _says_more(w, said, scores[w.name], top, state)]


def _says_more(
    workspace: Workspace,
    said: set[str],
    score: tuple[int, int],
    top: tuple[int, int],
    state: RunState,
) -> bool:
    """Whether the rules read it here as well, by a name that no better workspace has."""
    more = workspace.names.said(state.question) - said
    return bool(more) and score[0] == top[0] == _READ


def _is_close(score: tuple[int, int], top: tuple[int, int]) -> bool:
    """Whether no more than the name of a column puts another workspace first.

    Nor is one left out that has a table called as the question says, where the first has none,
    though its words could not all be read there.
    """
    (read, weight), (best, most) = score, top
    if best == _READ and weight - most >= _NAMED:
        return True
    near = weight >= _NAMED and most - weight <= _HINT and best == _READ
    return score == top or (read == best and near)


def _score(state: RunState, workspace: Workspace) -> tuple[int, int]:
    """How well the rules read the question here, then how many of its words are names here."""
    weight = workspace.names.weight(state.question)
    if workspace.title and workspace.title.lower() in state.question.lower():
        return 5, weight
    times = default_times(state.question, state.today, workspace.calendar)
    if state.write is not None:
        wish = Wish(words=state.question, times=times)
        match proposed(wish, workspace.known_to(state.asker), workspace.habits.policy):
            case Proposal() | Unclear():
                return 4, weight
            case Impossible():
                # It names a row or a table of this database, whatever is missing.
                return 3, weight
            case None:
                pass
    match planned(state, workspace, times, readings=False):
        case Planned() | Unsure():
            return _READ, weight
        case _:
            return int(weight > 0), weight


def _ask(candidates: Sequence[Workspace]) -> Ask:
    options = tuple(
        Option(id=w.name, label=w.title or w.name, detail=w.description) for w in candidates
    )
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="Which data is this about?",
        questions=(
            Question(
                id=QUESTION,
                text="I can look in any of these.",
                options=options,
                default=options[0].id,
            ),
        ),
    )
