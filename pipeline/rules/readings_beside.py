"""An open outcome as one card: the value that is missing, or whole readings to choose from."""

from collections.abc import Mapping

from pipeline.rules.asking.missing_values import missing_value
from pipeline.rules.asking.readings import READINGS, foreign, several, spelled_out, straight
from pipeline.rules.asking.searching import Attempt
from pipeline.rules.asking.side_remarks import without_remarks_of
from pipeline.rules.attempts import Asked, attempted
from pipeline.rules.deciding import as_ask
from pipeline.rules.outcomes import Ask, Cannot, Outcome
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.tagging.translating import LANGUAGE

_NOT_ASKED_AGAIN = frozenset((READINGS, LANGUAGE))


def with_readings(asked: Asked, outcome: Outcome, *, read: bool) -> Outcome:
    """The outcome, or one card with other readings where it is open."""
    tried: dict[frozenset[tuple[str, str]], tuple[Outcome, Tagged]] = {}

    def attempt(more: Mapping[str, str]) -> tuple[Outcome, Tagged]:
        choices = {**asked.choices, **spelled_out(more)}
        key = frozenset(choices.items())
        if key not in tried:
            tried[key] = attempted(asked, choices)
        return tried[key]

    follows_up = asked.previous is not None
    missing = missing_value(asked.question, asked.about, asked.times, asked.choices, read=read)
    if missing is not None:
        card = as_ask(missing)
        led = card if read or follows_up else straight(card, attempt, asked.about)
        if led is not None:
            return led
    if read or follows_up or _NOT_ASKED_AGAIN & set(asked.choices):
        return outcome
    remarks = list(without_remarks_of(asked.question, asked.times))
    found = several(outcome, attempt, asked.about, remarks) or outcome
    if isinstance(found, Ask) and found.id != READINGS:
        found = straight(found, attempt, asked.about) or _not_understood(found, attempt)
    if isinstance(found, Cannot):
        return foreign(asked.question, attempt) or found
    return found


def _not_understood(card: Ask, attempt: Attempt) -> Cannot:
    """A plain no, where no answer to a card would lead to the end: why the likeliest does not."""
    first = attempt({card.id: card.options[0].id})[0]
    return first if isinstance(first, Cannot) else Cannot(reason=card.prompt)
