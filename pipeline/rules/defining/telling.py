"""What a person is told of the definitions that their question was read with."""

from dataclasses import replace

from knowledge.glossary import Definition
from pipeline.intent import leaves
from pipeline.rules.asking.ask import LEFT_OUT
from pipeline.rules.asking.readings import NONE
from pipeline.rules.defining.reading import Worded
from pipeline.rules.defining.spoken_sums import is_sum
from pipeline.rules.outcomes import Ask, Cannot, Outcome, Planned
from pipeline.rules.tagging.stored_words import IGNORED

_READ = "“{name}” is read as “{words}”, as {who}."
_UNREAD = "“{name}” is “{words}”, as {who}; I cannot read that here."
_GLOSSARY, _QUESTION = "the glossary says", "the question says"


def leaves_out(made: Worded, outcome: Outcome) -> bool:
    """Whether a number that is defined is nowhere in what would be answered."""
    if isinstance(outcome, Ask):
        told = any(is_sum(each.words) for each in made.used) and not made.numbers
        return told and all(
            _drops(option.id, outcome.id) for option in outcome.options if option.id != NONE
        )
    if not isinstance(outcome, Planned):
        return False
    numbers = outcome.intent.measures
    names = {each.name for number in numbers for each in (number, *leaves(number))}
    return any(not names & defined for defined in made.numbers)


def _drops(option: str, asked: str) -> bool:
    """Whether an option leaves words out; of a sum nothing is left then."""
    return option == IGNORED or f"→{IGNORED}" in option or asked == LEFT_OUT


def told(made: Worded, outcome: Planned | Ask) -> Outcome:
    """The outcome with the definitions that it rests on."""
    said = tuple(_said(_READ, each, made) for each in made.used)
    if isinstance(outcome, Ask):
        return replace(outcome, prompt=" ".join((*said, outcome.prompt)))
    return replace(outcome, assumptions=(*said, *outcome.assumptions))


def unread(made: Worded, outcome: Outcome) -> Outcome:
    """What is made of the names alone: nothing is answered as if they were not defined."""
    said = " ".join(_said(_UNREAD, each, made) for each in made.used)
    if isinstance(outcome, Cannot):
        return replace(outcome, reason=f"{said} {outcome.reason}")
    if isinstance(outcome, Planned):
        gone = {word.lower() for word in outcome.left_out}
        without = all(gone & {name.lower() for name in each.names} for each in made.used)
        return outcome if without else Cannot(reason=said)
    options = tuple(each for each in outcome.options if _is_of(each.id, outcome.id, made))
    if not any(each.id != NONE for each in options):
        return Cannot(reason=said)
    return replace(outcome, options=options, prompt=f"{said} {outcome.prompt}")


def _is_of(option: str, asked: str, made: Worded) -> bool:
    """Whether an option settles what a name means, or leaves it out."""
    names = [name.lower() for each in made.used for name in each.names]
    return option == NONE or any(f"word:{name}" in (asked, *_settled(option)) for name in names)


def _settled(option: str) -> list[str]:
    """The points that one of several readings settles."""
    return [point.partition("→")[0] for point in option.split("|")]


def _said(sentence: str, definition: Definition, made: Worded) -> str:
    words = " ".join(definition.words.split()).rstrip(".")
    who = _QUESTION if definition in made.own else _GLOSSARY
    return sentence.format(name=definition.name, words=words, who=who)
