"""Place words of a question: read by the built-in map, or asked where they stand for several."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from knowledge.geography import Sense, senses_of
from knowledge.glossary import Region
from knowledge.stored_places import hits_of
from knowledge.values import ValueHit
from pipeline.checkpoint import Option
from pipeline.rules.outcomes import Ask as Unsure
from pipeline.rules.schema.known import Known
from pipeline.rules.schema.parts import Test

_WORD = re.compile(r"[^\W\d_][\w&.'-]*")
_LONGEST = 5
_MOST_OTHERS = 3
# Before a name of a person, which may be the name of a country too.
_PEOPLE = frozenset(
    ("customer", "client", "named", "called", "mr", "mrs", "ms", "dr", "employee", "patient")
)  # fmt: skip
_KINDS = {"country": "the country", "state": "the US state", "group": "the group of countries"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """One thing that the words for a place may mean here, as a condition."""

    id: str
    label: str
    detail: str
    test: Test


def placed(question: str, known: Known, choices: Mapping[str, str]) -> tuple[Known, Unsure | None]:
    """What is known, with the place words of a question read; or the place that must be asked."""
    read: dict[str, Test] = {}
    for words in _names(question):
        meanings = meanings_of(words, known)
        chosen = choices.get(f"region:{words.lower()}")
        picked = next((each for each in meanings if each.id == chosen), None)
        if len(meanings) > 1 and picked is None:
            return known, asked(words, meanings)
        if picked is not None or (meanings and not _is_known(words, known)):
            read[words] = (picked or meanings[0]).test
    return (known.reading(read) if read else known), None


def regional_table(question: str, known: Known, tables: Collection[str]) -> str:
    """The one of some tables that the workspace keeps for a region the question names, if any."""
    said = f" {' '.join(_WORD.findall(question.lower()))} "
    named = {
        region.table
        for region in known.glossary.regions
        for name in (region.name, *region.synonyms)
        if region.table in tables and f" {name.lower()} " in said
    }
    return named.pop() if len(named) == 1 else ""


def _names(question: str) -> Iterator[str]:
    """The words of the question that name a place somewhere, the longest first, none twice."""
    words = list(_WORD.finditer(question))
    at = 0
    while at < len(words):
        for until in range(min(len(words), at + _LONGEST), at, -1):
            name = question[words[at].start() : words[until - 1].end()].rstrip(".,'")
            if senses_of(name) and not _is_person(words, at, until):
                yield name
                at = until - 1
                break
        at += 1


def _is_person(words: list[re.Match[str]], at: int, until: int) -> bool:
    """As in "Georgia Smith", "customer Jordan"."""
    if at and words[at - 1].group().lower() in _PEOPLE:
        return True
    following = words[until].group() if until < len(words) else ""
    joined = until < len(words) and words[until].start() == words[until - 1].end() + 1
    single = until == at + 1 and words[at].group()[:1].isupper()
    return single and joined and following[:1].isupper() and following[1:].islower()


def meanings_of(words: str, known: Known) -> list[Meaning]:
    """What the words mean by the workspace's own map, or else by the built-in one."""
    of_map = _of_glossary(words, known)
    if of_map or known.phrasebook.names_condition(words):
        return of_map
    found = [_of_sense(sense, words, known) for sense in senses_of(words)]
    places = [each for each in found if each is not None]
    distinct = {_values(each.test): each for each in reversed(places)}
    places = list(reversed(distinct.values()))
    if any(each.id.startswith(("country", "state")) for each in places) and " " not in words:
        places += _others(words, known, places)
    return places


def _of_glossary(words: str, known: Known) -> list[Meaning]:
    """The workspace's own map; a name that stands there for two things is asked, too."""
    named = [
        region
        for region in known.glossary.regions
        if region.values and words.lower() in {n.lower() for n in (region.name, *region.synonyms)}
    ]
    distinct = {(region.column, region.values): region for region in named}
    if len(distinct) < 2:  # noqa: PLR2004 - two are a doubt
        return []
    return [_of_region(region, words) for region in distinct.values()]


def _of_region(region: Region, words: str) -> Meaning:
    table, _, column = region.column.rpartition(".")
    hits = tuple(
        (ValueHit(table=table, column=column, value=value, score=1.0),) for value in region.values
    )
    label = region.name if region.name.lower() != words.lower() else ", ".join(region.values)
    return Meaning(
        id=f"map:{region.column}:{region.name}:{len(region.values)}",
        label=label,
        detail=f"{_plain(column)} {', '.join(region.values)}",
        test=_test(hits, region.name),
    )


def _of_sense(sense: Sense, words: str, known: Known) -> Meaning | None:
    hits = hits_of(sense, known.places)
    if not hits:
        return None
    values = list(dict.fromkeys(each[0].value for each in hits))
    detail = f"{_plain(hits[0][0].column)} {', '.join(values)}"
    label = f"{sense.name}, {_KINDS[sense.kind]}"
    return Meaning(
        id=f"{sense.kind}:{sense.name}:{len(sense.codes)}",
        label=label,
        detail=detail,
        test=_test(hits, words),
    )


def _others(words: str, known: Known, places: list[Meaning]) -> list[Meaning]:
    """Columns that are no places and hold the same word, such as a first name or a brand."""
    taken = {(h.table, h.column) for p in places for hits in p.test.hits for h in hits}
    of_places = {(place.table, place.column) for place in known.places}
    exact = [hit for hit in known.values.find(words) if hit.score == 1.0]
    free = [hit for hit in exact if (hit.table, hit.column) not in taken | of_places]
    return [
        Meaning(
            id=f"value:{hit.table}.{hit.column}",
            label=f"{hit.value}, {_plain(hit.column)} of {_plain(hit.table)}",
            detail="",
            test=_test(((hit,),), words),
        )
        for hit in free[:_MOST_OTHERS]
    ]


def _test(hits: tuple[tuple[ValueHit, ...], ...], words: str) -> Test:
    values = tuple(each[0].value for each in hits)
    return Test(operator="in" if len(hits) > 1 else "=", hits=hits, values=values, words=words)


def _values(test: Test) -> tuple[tuple[str, str, str], ...]:
    return tuple(sorted((h.table, h.column, h.value) for hits in test.hits for h in hits))


def _is_known(words: str, known: Known) -> bool:
    """Whether the glossary or the data itself has a word for it."""
    stored = any(hit.score == 1.0 for hit in known.values.find(words))
    return stored or known.phrasebook.names_condition(words)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def asked(words: str, meanings: Sequence[Meaning]) -> Unsure:
    """The point that asks which of them is meant."""
    options = tuple(Option(id=m.id, label=m.label, detail=m.detail) for m in meanings)
    return Unsure(
        id=f"region:{words.lower()}",
        kind="geography",
        prompt=f"Which “{words}” do you mean?",
        options=options,
        default=options[0].id,
    )
