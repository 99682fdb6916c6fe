"""Whole readings of a question that is open: one card instead of one question after another."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import LEFT_OUT, told_apart
from pipeline.rules.asking.moves import Move, answers
from pipeline.rules.asking.searching import MOST_OFFERED, Attempt, Found, Start, searched
from pipeline.rules.asking.variants import READ_AS
from pipeline.rules.linking.rows_meant import is_near
from pipeline.rules.outcomes import Ask, Outcome, Planned
from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.tagging.translating import LANGUAGE, language_of
from pipeline.rules.telling.wording import read_as

READINGS = "readings"
NONE = "none"
_MOST_UNKNOWN, _TWO = 3, 2
_LONGEST_ID = 190
_PAIR, _IS = "|", "→"
_AS_READ = f"reading{_IS}{READ_AS}"
# Points of their own: what they ask is plainer than a list of readings, if one answer is enough.
_PLAIN_POINTS = frozenset(
    (
        "column",
        "table",
        "time",
        "value",
        "where",
        "metric",
        "by",
        "extent",
        "itself",
        "direction",
        "aggregate",
        "word",
        "way",
        "tie",
    )
)
# Numbers that people wrote down are all there are: nothing is offered beside them.
_FILLED = _PLAIN_POINTS - {"metric"}
_WORD = "word:"
# Measured on many databases: beside a word that is not known nobody meant these.
_FEWER = "without"
_ASIDE = frozenset(
    ("with-number", "without-number", _FEWER, "once", "each-name", "one-table", "in-all")
)


def spelled_out(choices: Mapping[str, str]) -> dict[str, str]:
    """The choices, with what the chosen reading stands for, and names left out word by word."""
    spelled = dict(choices)
    for key, picked in choices.items():
        if _IS not in picked:
            continue
        first, *pairs = picked.split(_PAIR)
        pairs += [first] if _IS in first else []
        spelled |= {key: first} if _IS not in first else {}
        spelled |= {one: to for one, _, to in (pair.partition(_IS) for pair in pairs)}
    left = (key.removeprefix(_WORD) for key, to in spelled.items() if to == IGNORED)
    words = [word for said in left for word in said.split() if " " in said]
    return {**spelled, **{f"{_WORD}{word}": IGNORED for word in words}}


def several(
    outcome: Outcome, attempt: Attempt, about: Known, remarks: Sequence[Move] = ()
) -> Ask | None:
    """The likeliest whole readings as one question; None where the open point is better asked.

    Of the `remarks` one may be left out, unless every word found its place.
    """
    if isinstance(outcome, Ask) and _is_enough(outcome, attempt):
        if not outcome.id.startswith(_WORD):
            return None
        return _with_more(_told_by_sql(outcome, attempt), attempt, about)
    remarks = () if _is_of_reading(outcome) else remarks
    if _says_enough(attempt({})[1], about):
        found = searched(attempt, about, Start(roots=((), *((each,) for each in remarks))))
    else:
        enough = [each for each in remarks if _says_enough(attempt({each.key: each.to})[1], about)]
        found = searched(attempt, about, Start(roots=[(each,) for each in enough]))
    options = [_option(each) for each in found]
    kept = [option for option in options if len(option.id) <= _LONGEST_ID]
    if not kept or (isinstance(outcome, Ask) and [each.id for each in kept] == [_AS_READ]):
        return _next_question(outcome, attempt)
    none = Option(id=NONE, label="None of these")
    careful = isinstance(outcome, Ask) and outcome.careful and kept[0].id == _AS_READ
    return Ask(
        id=READINGS, kind="clarification", prompt="How do you mean it?",
        options=told_apart((*kept, none)), default=_AS_READ if careful else "",
    )  # fmt: skip


def _is_of_reading(outcome: Outcome) -> bool:
    """Whether every word of the question found its place."""
    return isinstance(outcome, Ask) and outcome.id == "reading"


def _next_question(outcome: Outcome, attempt: Attempt) -> Ask | None:
    """Where words can only be left out: what is asked then, without a card for that alone."""
    if not isinstance(outcome, Ask) or outcome.id != LEFT_OUT:
        return None
    asked = attempt({LEFT_OUT: IGNORED})[0]
    if not isinstance(asked, Ask) or asked.id.partition(":")[0] not in _PLAIN_POINTS:
        return None
    options = [
        replace(option, id=f"{LEFT_OUT}{_IS}{IGNORED}{_PAIR}{asked.id}{_IS}{option.id}")
        for option in asked.options[:MOST_OFFERED]
        if isinstance(attempt({LEFT_OUT: IGNORED, asked.id: option.id})[0], Planned)
    ]
    kept = [option for option in options if len(option.id) <= _LONGEST_ID]
    none = Option(id=NONE, label="None of these")
    return Ask(
        id=READINGS, kind="clarification", prompt=f"{outcome.prompt} {asked.prompt}",
        options=told_apart((*kept, none)), default="",
    ) if kept else None  # fmt: skip


def foreign(question: str, attempt: Attempt) -> Ask | None:
    """What a question in another language may mean, read word by word; nothing is taken for it.

    No word of it is left out: nobody knows which ones say the opposite, or another amount.
    """
    language = language_of(question)
    outcome = attempt({LANGUAGE: language})[0] if language else None
    answers: list[dict[str, str]] = [{}] if isinstance(outcome, Planned) else []
    if isinstance(outcome, Ask) and not outcome.id.startswith(_WORD):
        answers = [{outcome.id: option.id} for option in outcome.options[:MOST_OFFERED]]
    options = []
    for answer in answers:
        planned = attempt({LANGUAGE: language, **answer})[0]
        chosen = _PAIR.join((language, *(f"{key}{_IS}{to}" for key, to in answer.items())))
        if not isinstance(planned, Planned) or planned.left_out:
            continue
        if len(chosen) <= _LONGEST_ID:
            options.append(Option(id=chosen, label=_told(planned)))
    if not options:
        return None
    prompt = f"I read English, and of {language} only single words. Did you mean this?"
    none = Option(id=NONE, label="None of these")
    return Ask(
        id=LANGUAGE, kind="clarification", prompt=prompt,
        options=told_apart((*options, none)), default="",
    )  # fmt: skip


def _told(planned: Planned) -> str:
    return capital(read_as(planned.intent).rstrip("."))


def _with_more(ask: Ask, attempt: Attempt, about: Known) -> Ask:
    """What one word means, also where the rest is then read in another way."""
    kept = {option.id: option for option in ask.options[:MOST_OFFERED]}
    for aside in (_ASIDE, _ASIDE - {_FEWER}):
        begun = Start(aside=aside, apart=False)
        found = searched(attempt, about, begun) if len(kept) < MOST_OFFERED else []
        more = [_completing(each, ask) for each in found if _says_more(each, ask, aside)]
        few = [option for option in more if len(option.id) <= _LONGEST_ID and option.id not in kept]
        kept |= {option.id: option for option in few[: MOST_OFFERED - len(kept)]}
    return replace(ask, options=told_apart(tuple(kept.values())))


def _says_more(found: Found, ask: Ask, aside: Collection[str]) -> bool:
    """Whether more is assumed than an answer; a column too many is none that the word means."""
    explained = _FEWER not in aside and found.moves[:1] and found.moves[0].to != IGNORED
    return found.begins(ask.id) and bool(found.moves[1:]) and not explained


def straight(ask: Ask, attempt: Attempt, about: Known) -> Ask | None:
    """The card with the options that lead straight to an answer; None where none does.

    What else is open behind an option is assumed for it, where enough of the question is known.
    """
    offered = ask.options[:MOST_OFFERED]
    tags = attempt({})[1]
    begun = _beginning_with(ask, tags, about)
    if all(isinstance(attempt({ask.id: each.id})[0], Planned) for each in offered):
        return _filled(ask, attempt, about, begun)
    found = searched(attempt, about, begun)
    named = {option.id: option for option in ask.options}
    options = [
        _completing(each, ask) if each.moves[1:] else named[each.moves[0].to] for each in found
    ]
    kept = [option for option in options if len(option.id) <= _LONGEST_ID]
    default = ask.default if ask.default in {option.id for option in kept} else ""
    return replace(ask, options=told_apart(kept), default=default) if kept else None


def _beginning_with(ask: Ask, tags: Tagged, about: Known) -> Start:
    """Readings that begin with an answer to a card."""
    roots = [(move,) for move in answers(ask, tags)]
    begun = Start(roots=roots, aside=_ASIDE, apart=False)
    return begun if _says_enough(tags, about) else replace(begun, deepest=1)


def _filled(ask: Ask, attempt: Attempt, about: Known, begun: Start) -> Ask:
    """The card with what else may be open behind its answers, where it has places left."""
    left = MOST_OFFERED - len(ask.options)
    if left <= 0 or begun.deepest < _TWO or ask.id.partition(":")[0] not in _FILLED:
        return ask
    found = searched(attempt, about, replace(begun, deepest=_TWO))
    more = [_completing(each, ask) for each in found if each.moves[1:]]
    kept = [option for option in more if len(option.id) <= _LONGEST_ID]
    return replace(ask, options=told_apart((*ask.options, *kept[:left])))


def _completing(found: Found, ask: Ask) -> Option:
    """One option of a card with what is assumed behind it."""
    told = _option(found)
    return replace(told, id=told.id.removeprefix(f"{ask.id}{_IS}"))


def _told_by_sql(ask: Ask, attempt: Attempt) -> Ask:
    """The meanings of a word that each come to something else."""
    found: dict[str, Option] = {}
    for option in ask.options:
        outcome = attempt({ask.id: option.id})[0]
        if isinstance(outcome, Planned):
            found.setdefault(outcome.sql, option)
    return replace(ask, options=tuple(found.values()))


def _says_enough(tags: Tagged, about: Known) -> bool:
    """Whether most of what was said is known here: else every reading would be a guess.

    A word that a name is short for is as good as known.
    """
    letters = [item.letter for item in tags.items]
    words = [item.text for item in tags.items if item.letter == "x"]
    if len(words) > _MOST_UNKNOWN:
        return False
    near = sum(is_near(word, about) for word in words)
    known = sum(letter in "TCVMFD" for letter in letters) + near
    if not known:
        return False
    named = near > 0 or any(letter in "TCM" for letter in letters)
    return named and known >= len(words) - near


def _is_enough(ask: Ask, attempt: Attempt) -> bool:
    """Whether every answer to a plain point leads to the end."""
    if ask.id.partition(":")[0] not in _PLAIN_POINTS:
        return False
    return all(
        isinstance(attempt({ask.id: option.id})[0], Planned)
        for option in ask.options[:MOST_OFFERED]
    )


def _option(found: Found) -> Option:
    told = ", ".join(dict.fromkeys(move.told for move in found.moves if move.told))
    chosen = _PAIR.join(f"{move.key}{_IS}{move.to}" for move in found.moves)
    return Option(id=chosen, label=_told(found.planned), detail=told)
