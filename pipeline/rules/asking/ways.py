"""By way of which rows two tables belong together, where no word of the question says it."""

from collections.abc import Mapping
from functools import lru_cache

from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import Question
from pipeline.rules.asking.open_keys import picked_keys
from pipeline.rules.asking.untied import with_ties
from pipeline.rules.linking.parts_played import by_plain_keys, ends_named, in_parts_said
from pipeline.rules.schema.edges import Edge, Unsettled, way_of
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.deeds import is_told_by
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.text.words import is_past, is_plural, name_words, stem_of
from pipeline.rules.vocabulary.nouns import REFERENCES

_WAY, _MOST = "way:", 4
_BEFORE_VERBS = frozenset(
    ("who", "that", "which", "do", "does", "did", "can", "will", "not", "never", "to")
)


def with_ways(about: Known, tags: Tagged, choices: Mapping[str, str]) -> Known:
    """What is known, joined by the tables that the question speaks of or a person picked."""
    said = {word.stem for word in tags.words}
    called = {key: _stems(about.table(key).name) for key in about.allowed}
    picked = {key: to for key, to in choices.items() if key.startswith(_WAY)}
    keys = picked_keys(about.joins.parallel, choices)
    joins = with_ties(about.joins.by_keys(keys) if keys else about.joins, about, choices)
    deeds = _told_of(tags, about, called)
    plain = by_plain_keys(about.joined(joins.told(said, called, picked, deeds)), said)
    return in_parts_said(plain, said | ends_named(tags.words, about))


def question_of_way(unsettled: Unsettled) -> Question | None:
    """Which of several chains of joins is meant; None where there is only one."""
    for key, ways in unsettled.items():
        one, other = (_called(table) for table in key.removeprefix(_WAY).split(":"))
        options = tuple(
            Option(
                id=way_of(way),
                label=f"By {_between(way)}",
            )
            for way in ways[:_MOST]
        )
        prompt = f"How do {one} and {other} connect here?"
        return Question(key, "tables", prompt, options, open=True)
    return None


def _told_of(
    tags: Tagged, about: Known, called: Mapping[str, frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    """The tables that a verb tells of, each with the stems of such verbs."""
    beside = zip(("", *(word.lower for word in tags.words)), tags.words, strict=False)
    verbs = {word.lower: word.stem for before, word in beside if _is_done(before, word.lower)}
    found = {
        key: frozenset(stem for verb, stem in verbs.items() if is_told_by(verb, about.table(key)))
        for key in called
    }
    return {key: stems for key, stems in found.items() if stems}


def _is_done(before: str, word: str) -> bool:
    """`potters who attended`, `potters attend`, `did not attend`: what somebody does or did."""
    does = before in _BEFORE_VERBS or (is_plural(before) and not is_plural(word))
    return is_past(word) or does


def _between(way: tuple[Edge, ...]) -> str:
    """The tables that a chain goes by; of a direct one, the key that says what it ties."""
    if len(way) > 1:
        return " and ".join(_called(edge.right) for edge in way[:-1])
    keys = (right if way[0].multiplies else left for left, right in way[0].pairs)
    return " ".join(word for key in keys for word in name_words(key) if word not in REFERENCES)


@lru_cache(maxsize=16_384)
def _stems(name: str) -> frozenset[str]:
    return frozenset(stem_of(word) for word in name_words(name))


def _called(table: str) -> str:
    return " ".join(name_words(table)) or table
