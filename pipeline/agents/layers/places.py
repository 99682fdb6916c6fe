"""What the places that a question names mean here: the map and the glossary say it, no model."""

from collections.abc import Sequence

from pipeline.agents.layers.hearing import heard_of
from pipeline.agents.layers.spotting import NAME, Spotted
from pipeline.contract import Filter
from pipeline.places.geography import Meaning, asked, meanings_of
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.schema.known import Known
from pipeline.state import RunState


def open_places(state: RunState, known: Known) -> tuple[Unsure, ...]:
    """The places that may be several things, each to be asked."""
    return tuple(
        asked(words, found)
        for words, found in _meant(state, known)
        if len(found) > 1 and _picked(words, found, state) is None
    )


def place_filters(state: RunState, known: Known) -> tuple[Filter, ...]:
    """The conditions that the places stand for, as the contract holds them."""
    filters = []
    for words, found in _meant(state, known):
        picked = _picked(words, found, state) or (found[0] if len(found) == 1 else None)
        filters += [_filter(words, picked)] if picked is not None else []
    return (*(each for each in filters if each is not None), *_of_regions(state, known))


def _of_regions(state: RunState, known: Known) -> tuple[Filter, ...]:
    """What the workspace's own map says, where a name stands there for one thing."""
    found = []
    for words in _spotted(state):
        named = [
            region
            for region in known.glossary.regions
            if words.lower() in {name.lower() for name in (region.name, *region.synonyms)}
        ]
        if len(named) == 1 and named[0].values and named[0].column:
            operator = "in" if len(named[0].values) > 1 else "="
            values = tuple(named[0].values)
            found.append(
                Filter(column=named[0].column, operator=operator, values=values, words=words)
            )
    return tuple(found)


def _spotted(state: RunState) -> tuple[str, ...]:
    spotted = heard_of(state, NAME, Spotted)
    return tuple(dict.fromkeys(words.strip() for words in (spotted.places if spotted else ())))


def _meant(state: RunState, known: Known) -> list[tuple[str, Sequence[Meaning]]]:
    found = [(words, meanings_of(words, known)) for words in _spotted(state)]
    return [(words, meanings) for words, meanings in found if meanings]


def _picked(words: str, found: Sequence[Meaning], state: RunState) -> Meaning | None:
    chosen = state.choices.get(f"region:{words.lower()}")
    return next((each for each in found if each.id == chosen), None)


def _filter(words: str, meaning: Meaning) -> Filter | None:
    hits = [hit for each in meaning.test.hits for hit in each[:1]]
    columns = {f"{hit.table}.{hit.column}" for hit in hits}
    if len(columns) != 1:
        return None
    values = tuple(dict.fromkeys(hit.value for hit in hits))
    operator = "in" if len(values) > 1 else "="
    return Filter(column=columns.pop(), operator=operator, values=values, words=words)
