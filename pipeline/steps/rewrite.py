"""`rewrite`: a follow-up that the rules cannot read, as a whole question; its asker says yes."""

from dataclasses import replace

from pipeline.agents.layers.hearing import heard_of, is_over, one_call, was_refused
from pipeline.agents.layers.kept_contract import Reads, in_words
from pipeline.agents.layers.rewriting import NAME, Rewritten, rewrite_layer, same_words
from pipeline.agents.layers.when_asked import next_layer
from pipeline.checkpoint import Ask, CheckpointKind, Fact, Input, InputKind, Option, Question
from pipeline.contract import Contract
from pipeline.flow import Finish, Go, Outcome, Pause
from pipeline.planning import planned
from pipeline.result import Refusal
from pipeline.rules.followup import sounds_like_a_follow_up
from pipeline.rules.outcomes import Planned
from pipeline.state import RunState
from pipeline.times.listed import default_times
from pipeline.unread import standing_alone
from pipeline.workspace import Workspace

TYPED = "rewrite-words"
YES, ALONE, STOP = "yes", "alone", "stop"
_MATCH = "match"
_LONGEST = 2_000
_STOPPED = Refusal(
    code="not_read",
    reason="You said that this is not what you meant, so I stopped.",
    next_step="Ask it as a whole question, with the numbers, the conditions and the time.",
)


async def rewrite(state: RunState, workspace: Workspace) -> Outcome:
    """Have it written as a whole question, held against the last contract; a person says yes."""
    models = workspace.models
    if models is None:
        return Go(state=state, to=next_layer(state, workspace, NAME))
    if not is_over(state, NAME):
        layer = rewrite_layer(state, in_words(state.previous_contract), _reads(state, workspace))
        return Go(state=await one_call(state, models, layer), to=NAME)
    if state.choices.get(NAME) == STOP:
        return Finish(state=state, outcome=_STOPPED)
    decided = _decided(state)
    if decided is not None:
        return _on(decided, workspace)
    ask = _asks(state)
    if ask is not None:
        return Pause(state=state, ask=ask)
    return Go(state=state, to=next_layer(state, workspace, NAME))


def _decided(state: RunState) -> RunState | None:
    """What the person said to the card, or where it needs none."""
    typed = state.values.get(TYPED, "").strip()[:_LONGEST]
    said = heard_of(state, NAME, Rewritten)
    if typed:
        return _rewritten(state, typed)
    if said is not None and state.choices.get(NAME) == YES:
        return _rewritten(state, said.question.strip())
    whole = said is not None and (said.new_topic or same_words(said.question, state.question))
    return _alone(state) if whole or state.choices.get(NAME) == ALONE else None


def _asks(state: RunState) -> Ask | None:
    """The reading to say yes to, or that there is none which keeps to the last question."""
    said = heard_of(state, NAME, Rewritten)
    if said is not None:
        return _card(state, said)
    return _unclear(state) if was_refused(state, NAME) else None


def _on(state: RunState, workspace: Workspace) -> Go:
    """A whole question may have an approved answer; one that was not changed was looked for."""
    return Go(state=state, to=_MATCH if state.message else next_layer(state, workspace, NAME))


def _rewritten(state: RunState, question: str) -> RunState:
    """What is confirmed stands alone; the last question's periods stay as they were settled."""
    return replace(_alone(state), question=question, message=state.question)


def _alone(state: RunState) -> RunState:
    return replace(
        standing_alone(state),
        previous_times=state.previous_times,
        choices={key: chosen for key, chosen in state.choices.items() if key != NAME},
        values={key: typed for key, typed in state.values.items() if key != TYPED},
    )


def _reads(state: RunState, workspace: Workspace) -> Reads:
    known = workspace.known_to(state.asker)

    def contract(question: str) -> Contract | None:
        alone = replace(state, question=question, previous=None, previous_times=(), choices={})
        times = default_times(question, state.today, workspace.calendar)
        found = planned(alone, workspace, times, readings=False)
        return found.contract if isinstance(found, Planned) else None

    def knows(word: str) -> bool:
        stored = any(hit.score == 1 for hit in known.values.find(word))
        return stored or workspace.names.weight(word) > 0

    return Reads(contract, knows, sounds_like_a_follow_up)


def _card(state: RunState, said: Rewritten) -> Ask:
    changed = ", ".join(f"“{each.words}” ({each.what})" for each in said.changes)
    facts = [Fact(label="Your last question", text=state.previous_question)]
    facts += [Fact(label="Changed by your words", text=changed)] if changed else []
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="Is this what you mean?",
        facts=tuple(facts),
        questions=(_asked(state, f"“{said.question}”", said.question, sure=True),),
    )


def _unclear(state: RunState) -> Ask:
    return Ask(
        kind=CheckpointKind.CLARIFICATION,
        title="How does this go on from your last question?",
        facts=(Fact(label="Your last question", text=state.previous_question),),
        questions=(
            _asked(state, f"I cannot tell what “{state.question}” changes.", "", sure=False),
        ),
    )


def _asked(state: RunState, text: str, value: str, *, sure: bool) -> Question:
    options = (
        *((Option(id=YES, label="Yes"),) if sure else ()),
        Option(id=ALONE, label="No, read it by itself", detail=f"“{state.question}”"),
        Option(id=STOP, label="Stop"),
    )
    typed = Input(
        id=TYPED, label="As a whole question", kind=InputKind.TEXT, value=value, optional=sure
    )
    return Question(
        id=NAME, text=text, options=options, default=YES if sure else "", inputs=(typed,)
    )
