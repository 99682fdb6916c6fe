"""Acronyms that nobody defined: what they may stand for, and the question with that instead."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from knowledge.glossary import Definition
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import LEFT_OUT, UNREAD
from pipeline.rules.asking.readings import NONE, READINGS
from pipeline.rules.asking.searching import MOST_OFFERED
from pipeline.rules.defining.named import all_named, with_words
from pipeline.rules.linking.acronyms import Expansion, expansions, is_acronym
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import EXACT
from pipeline.rules.text.words import Word, words_of
from pipeline.times.values import TimeSpan

Read = Callable[[Mapping[str, str]], Outcome]
_WORD, _STANDS_FOR = "word:", "~"
_MOST_ACRONYMS, _MOST_WRITTEN, _MOST_TRIES, _MOST_OF_EACH = 2, 3, 8, 4
_LONGEST_ID = 190
_TOLD = "“{name}” is read as “{words}”, as you chose."


@dataclass(frozen=True, slots=True)
class WrittenOut:
    """A question with what its acronyms stand for in their place, and what else was chosen."""

    question: str
    times: tuple[TimeSpan, ...]
    choices: dict[str, str]
    told: tuple[str, ...]

    def telling(self, outcome: Outcome) -> Outcome:
        """The outcome with what was chosen for each acronym."""
        if not isinstance(outcome, Planned):
            return outcome
        return replace(outcome, assumptions=(*self.told, *outcome.assumptions))


def written_out(question: str, times: Sequence[TimeSpan], choices: Mapping[str, str]) -> WrittenOut:
    """The question in the words that a person chose for its acronyms."""
    told: list[str] = []
    chosen_here = {key: to for key, to in choices.items() if to.startswith(_STANDS_FOR)}
    for key, chosen in chosen_here.items():
        name, words = key.removeprefix(_WORD).upper(), chosen.removeprefix(_STANDS_FOR)
        places = all_named(question, Definition(name=name, words=words), ())
        for place in places:
            question, times = with_words(question, place, words, times)
        told += [_TOLD.format(name=name, words=words)] if places else []
    rest = {key: to for key, to in choices.items() if key not in chosen_here}
    return WrittenOut(question, tuple(times), rest, tuple(told))


def asking_for_acronyms(question: str, outcome: Outcome, about: Known, read: Read) -> Outcome:
    """What the acronyms of a question that is not understood stand for, if they fit anything.

    `read` says what the question comes to under more choices.
    """
    names = _unknown(question, about)
    if not 0 < len(names) <= _MOST_ACRONYMS or not _is_open(outcome, names):
        return outcome
    named = _tables_named(question, about)
    fits = [expansions(name, about, named)[:_MOST_TRIES] for name in names]
    if len(names) > 1:
        fits = [fit[:_MOST_OF_EACH] for fit in fits]
    ways = sorted(product(*fits), key=lambda way: -sum(one.score for one in way))
    options = _leading(names, islice(ways, _MOST_TRIES), read)
    if not options:
        return outcome
    said = " and ".join(f"“{name}”" for name in names)
    none = Option(id=NONE, label="None of these")
    verb = "does" if len(names) == 1 else "do"
    return Ask(
        id=READINGS, kind="clarification", prompt=f"What {verb} {said} stand for here?",
        options=(*options, *_besides(outcome, names[0])[: MOST_OFFERED - len(options)], none),
        default="",
    )  # fmt: skip


def _leading(
    names: Sequence[str], ways: Iterable[Sequence[Expansion]], read: Read
) -> tuple[Option, ...]:
    """The ways that lead to an answer, each SQL once."""
    options: dict[str, Option] = {}
    for way in ways:
        option, sql = _option(names, way, read)
        if option is not None:
            options.setdefault(sql, option)
        if len(options) == _MOST_WRITTEN:
            break
    return tuple(options.values())


def _is_open(outcome: Outcome, names: Sequence[str]) -> bool:
    """Whether all that can be made of the question leaves them out or says what one of them is."""
    if isinstance(outcome, Planned):
        return False
    if isinstance(outcome, Cannot):
        return not outcome.closed
    points = {LEFT_OUT, UNREAD, *(f"{_WORD}{name.lower()}" for name in names)}
    offered = (option.id for option in outcome.options if option.id != NONE)
    return outcome.id in points or all(
        any(f"{point}→" in option for point in points) for option in offered
    )


def _besides(outcome: Outcome, name: str) -> tuple[Option, ...]:
    """What else the word could be, where that was to be asked."""
    point = f"{_WORD}{name.lower()}"
    if not isinstance(outcome, Ask) or outcome.id != point:
        return ()
    return tuple(replace(option, id=f"{point}→{option.id}") for option in outcome.options)


def _option(
    names: Sequence[str], way: Sequence[Expansion], read: Read
) -> tuple[Option | None, str]:
    """One way to write them out, with the SQL that it leads to; None where it leads nowhere."""
    chosen = {
        f"{_WORD}{name.lower()}": f"{_STANDS_FOR}{one.words}"
        for name, one in zip(names, way, strict=True)
    }
    outcome = read(chosen)
    points = [f"{point}→{to}" for point, to in chosen.items()]
    if isinstance(outcome, Ask):
        first = outcome.options[0].id
        points.append(first if outcome.id == READINGS else f"{outcome.id}→{first}")
        outcome = read({**chosen, outcome.id: first})
    if not isinstance(outcome, Planned):
        return None, ""
    key = "|".join(points)
    label = " and ".join(one.words for one in way)
    found = Option(id=key, label=label, detail=_detail(outcome))
    return (found if len(key) <= _LONGEST_ID else None), outcome.sql


def _detail(planned: Planned) -> str:
    """How a reading is told, with the words that have no part in it."""
    left = "” and “".join(planned.left_out)
    return f"{planned.reading} Without “{left}”." if left else planned.reading


def _unknown(question: str, about: Known) -> tuple[str, ...]:
    """The acronyms that are no word of the data or of the glossary, each once."""
    if question.isupper():
        return ()
    found = [word for word in words_of(question) if is_acronym(word.text) and not word.quoted]
    defined = {name.lower() for each in about.glossary.definitions for name in each.names}
    unknown = (
        word.text for word in found if word.lower not in defined and not _is_known(word, about)
    )
    return tuple(dict.fromkeys(unknown))


def _is_known(word: Word, about: Known) -> bool:
    stored = any(hit.score >= EXACT for hit in about.values.find(word.text, limit=1))
    named = bool(about.lexicon.find([word])) or about.phrasebook.longest([word]) is not None
    return stored or named


def _tables_named(question: str, about: Known) -> tuple[str, ...]:
    found = (one for word in words_of(question) for one in about.lexicon.find([word]))
    return tuple(dict.fromkeys(one.table for one in found))
