"""Who wrote the query of an answer, what was checked of it, and what that cost."""

from collections.abc import Iterator

from pipeline.state import RunState

_BY_A_MODEL = "model"
# What people choose between two readings under; see the step `compare`.
_OF_MODELS = "queries of models"
_CHOSEN = frozenset(("two readings", _OF_MODELS))
_AGREED = {
    "same query": "{} writes the same query",
    "same rows": "{} gives the same rows",
    "other rows": "you chose between it and {} that gives other rows",
}


def writer_of(state: RunState) -> str:
    """The name of the model that wrote the query; empty where none did."""
    if state.draft is None or state.draft.by != _BY_A_MODEL:
        return ""
    return plain_name(state.draft.model)


def plain_name(model: str) -> str:
    """The name of a model without its provider."""
    return model.partition(":")[2] or model


def checks_told(state: RunState) -> str:
    """A sentence for the badge of an answer whose query a model wrote; else nothing."""
    writer = writer_of(state)
    if not writer:
        return ""
    *others, last = _checks(state)
    done = f"{', '.join(others)} and {last}" if others else last
    return f"The model {writer} wrote its query. Checked: {done}."


def _checks(state: RunState) -> Iterator[str]:
    """Each check that the query passed, as its own words."""
    yield "it only reads what you may read"
    contract = state.contract
    if contract.dates or contract.measures or contract.filters or contract.conditions:
        yield "it keeps to what was confirmed and to the glossary"
    yield "the database can run it"
    # What differs and was not put to a person stands among the assumptions.
    asked = state.agreement != "other rows" or _CHOSEN & set(state.choices)
    if state.agreement and asked:
        sampled = state.samples or _OF_MODELS in state.choices
        beside = "a second try of a model" if sampled else "a second reading without a model"
        yield _AGREED[state.agreement].format(beside)


def cost_told(state: RunState) -> tuple[str, ...]:
    """What the calls of models for an answer cost, as a sentence; none where there were none."""
    if not state.spent:
        return ()
    calls = len(state.spent)
    tokens = sum(spent.input_tokens + spent.output_tokens for spent in state.spent)
    known = [spent.cost for spent in state.spent if spent.cost is not None]
    price = f"US$ {sum(known):.4f}" if len(known) == calls else "at a price that is not known"
    times = "1 call" if calls == 1 else f"{calls} calls"
    return (f"Models were asked with {times} and {tokens:,} tokens, {price}.",)
