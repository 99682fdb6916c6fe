"""Whether a rewritten follow-up keeps the last contract: what changes needs a word of the message.

Code looks at the words, and at the contract where the rules can read the new question. A model's
list of changes counts only as far as its words stand in the message.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipeline.agents.layers.literal import content_words, place_of
from pipeline.contract import Contract, Filter
from pipeline.state import RunState

Claims: TypeAlias = Sequence[tuple[str, str]]
Parts: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Reads:
    """What the rules make of a text: a question's contract, and whether a word is of this data.

    `goes_on` says whether a message sounds like a follow-up.
    """

    contract: Callable[[str], Contract | None]
    knows: Callable[[str], bool]
    goes_on: Callable[[str], bool]


_DROPPING = re.compile(
    r"\b(without|all|every|everything|everywhere|everyone|any|drop|remove|forget|ignor\w*|regardless|"
    r"overall|whole|no|not|no longer|again|instead|altogether|ever)\b",
    re.IGNORECASE,
)


def not_kept(state: RunState, question: str, claims: Claims, reads: Reads) -> Iterator[str]:
    """A sentence for each thing that is added or dropped without a word of the message for it."""
    message, last = state.question, state.previous_contract
    for _, words in claims:
        if place_of(words, message) is None:
            yield f"“{words}” does not stand in the message: copy its words as they are written."
    yield from _used_twice(claims)
    said = [(what, words) for what, words in claims if place_of(words, message) is not None]
    yield from _unfounded(state, question, said, reads)
    now = reads.contract(question)
    if now is None:
        yield from _unsaid(last, question, said, message)
        return
    for what, before, after in _facets(last, now):
        yield from _differs(what, before, after, said, message)


def _used_twice(claims: Claims) -> Iterator[str]:
    """One word of the message is a reason for one kind of change only."""
    seen: dict[str, str] = {}
    for what, words in claims:
        for word in content_words(words):
            if seen.setdefault(word, what) != what:
                yield f"“{words}” cannot change both the {seen[word]} and the {what}."


def _unfounded(state: RunState, question: str, said: Claims, reads: Reads) -> Iterator[str]:
    """Words that neither the message nor the last question has, nor a claimed change brings."""
    times = " ".join(span.words for span in state.previous_times)
    told = _texts(state.previous_contract)
    heard = content_words(f"{state.question} {state.previous_question} {times} {told}")
    for stemmed, word in content_words(question).items():
        if stemmed in heard or (said and reads.knows(word)):
            continue
        yield f"“{word}” is neither in the message nor in the last question: leave it out."


def _unsaid(last: Contract, question: str, said: Claims, message: str) -> Iterator[str]:
    """What the last contract holds and a question that only a model can read no longer says."""
    words = content_words(question)
    for what, parts in (
        ("number", _numbers(last)),
        ("group", _groups(last)),
        ("condition", _conditions(last)),
        ("period", _periods(last)),
    ):
        for part, text in parts.items():
            if set(content_words(text)) & set(words) or _is_claimed(what, said):
                continue
            yield _dropped(what, part, message)


def _differs(what: str, before: Parts, after: Parts, said: Claims, message: str) -> Iterator[str]:
    come = [part for part in after if part not in before]
    gone = [part for part in before if part not in after]
    for part in come:
        literal = set(content_words(after[part])) & set(content_words(message))
        if not literal and not _is_claimed(what, said):
            yield f"The message has no word for a new {what} ({part}): leave it as it was."
    # What is replaced by another of its kind is a change; what only goes needs a word for going.
    for part in gone:
        replaced = _is_replaced(what, part, come)
        if not (replaced or (_is_claimed(what, said) and _DROPPING.search(message))):
            yield _dropped(what, part, message)


def _is_replaced(what: str, part: str, come: Sequence[str]) -> bool:
    if what == "condition":
        return any(other.split(" ", 1)[0] == part.split(" ", 1)[0] for other in come)
    return bool(come)


def _dropped(what: str, part: str, message: str) -> str:
    return (
        f"The last question had the {what} {part}, and “{message}” does not take it away: keep it."
    )


def _is_claimed(what: str, said: Claims) -> bool:
    return any(kind == what for kind, _ in said)


def _facets(last: Contract, now: Contract) -> tuple[tuple[str, Parts, Parts], ...]:
    return (
        ("number", _numbers(last), _numbers(now)),
        ("group", _groups(last), _groups(now)),
        ("condition", _conditions(last), _conditions(now)),
        ("period", _periods(last), _periods(now)),
        ("order", _order(last), _order(now)),
        ("limit", _limit(last), _limit(now)),
    )


def _numbers(contract: Contract) -> dict[str, str]:
    return {each.name: each.name.replace("_", " ") for each in contract.measures}


def _groups(contract: Contract) -> dict[str, str]:
    found = {column: column.replace(".", " ").replace("_", " ") for column in contract.grouping}
    return found | ({f"by {contract.grain}": contract.grain} if contract.grain else {})


def _conditions(contract: Contract) -> dict[str, str]:
    filters = (*contract.filters, *contract.inner)
    found = {_told(each): f"{_values(each)} {each.words}" for each in filters}
    for denial in contract.denied:
        told = ", ".join(map(_told, denial.filters))
        rows = " of ".join(denial.tables).replace("_", " ")
        said = " ".join((rows, *(f"{_values(each)} {each.words}" for each in denial.filters)))
        found[f"no rows in {rows}{f' with {told}' if told else ''}"] = said
    for each in contract.thresholds:
        found[f"{each.expression} {each.operator} {each.value}"] = str(each.value)
    return found


def _told(condition: Filter) -> str:
    return f"{condition.column} {condition.operator} {_values(condition)}"


def _values(condition: Filter) -> str:
    return ", ".join(str(value) for value in condition.values)


def _periods(contract: Contract) -> dict[str, str]:
    dates = [*contract.dates, *contract.inner_dates]
    dates += [each for denial in contract.denied for each in denial.dates]
    return {f"{each.start} to {each.end}": each.words for each in dates}


def _order(contract: Contract) -> dict[str, str]:
    return {contract.order: contract.order} if contract.order else {}


def _limit(contract: Contract) -> dict[str, str]:
    return {f"of {contract.limit}": str(contract.limit)} if contract.limit else {}


def in_words(contract: Contract) -> tuple[str, ...]:
    """The contract a sentence each, as a model is told it."""
    told = [f"number: {part}" for part in _numbers(contract)]
    told += [f"group: {part}" for part in _groups(contract)]
    told += [f"condition: {part}" for part in _conditions(contract)]
    told += [f"period: {each.words or _span(each.start, each.end)}" for each in contract.dates]
    told += [f"order: {part}" for part in _order(contract)]
    return (*told, *(f"limit: {part}" for part in _limit(contract)))


def _span(start: object, end: object) -> str:
    return f"from {start} up to {end}"


def _texts(contract: Contract) -> str:
    parts = (_numbers(contract), _groups(contract), _conditions(contract), _periods(contract))
    return " ".join(f"{part} {text}" for each in parts for part, text in each.items())
