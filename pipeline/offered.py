"""What a card may offer: nothing that nobody means, nothing twice, never one option alone."""

from dataclasses import replace

from knowledge.sentences import capital
from pipeline.checkpoint import Ask, Audience, Option, Question
from pipeline.clarifying.points import CLARIFYING
from pipeline.flow import Pause
from pipeline.reader.proposals import PICKED
from pipeline.result import Refusal
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.state import RunState

NEITHER = "none-of-these"
_SEVERAL = 2
_NEITHER = Option(id=NEITHER, label="None of these")
_SAVED = "|"
_READ_AS = "I read this as:"
_NOT_RUN = "None of the meanings that I offered was right, so nothing was run."
_SAY_IT = "Say it in other words here in the thread: I keep the rest of your question."


def offered(ask: Ask) -> Ask | Question:
    """The card as it may be shown, or the question that nothing can be offered for."""
    if ask.audience is not Audience.ASKER or ask.kind not in CLARIFYING:
        return ask
    questions = tuple(map(_held, ask.questions))
    for question in questions:
        if not question.options and not question.inputs:
            return question
    return replace(ask, questions=questions)


def refused_by_choice(state: RunState) -> Refusal | None:
    """The end of a run whose asker meant none of what was offered."""
    if NEITHER not in state.choices.values():
        return None
    return Refusal(code="unanswered", reason=_NOT_RUN, next_step=_SAY_IT)


def why_not(question: Question) -> str:
    """A question that nothing can be offered for, as a sentence that refuses it."""
    kind, _, word = question.id.partition(":")
    asks = kind == "word" and question.text.endswith("?")
    return f"I do not know what “{word}” means here." if asks else question.text


def with_offers(outcome: Pause) -> Pause | Question:
    """The pause with its card as it may be shown."""
    ask = offered(outcome.ask)
    return replace(outcome, ask=ask) if isinstance(ask, Ask) else ask


def _held(question: Question) -> Question:
    kind, _, word = question.id.partition(":")
    lost = f"“{word}”" if kind == "word" else ""
    told = [
        each for each in map(_meant, question.options)
        if each is not None and not _loses(each, lost)
    ]  # fmt: skip
    # What reads alike gives the same result.
    options = tuple({(o.label.casefold(), o.detail): o for o in reversed(told)}.values())[::-1]
    if all(option.label.casefold() == _NEITHER.label.casefold() for option in options):
        return replace(question, options=(), default="")
    if len(options) < _SEVERAL and not question.inputs:
        options = (*options, _NEITHER)
    ids = {option.id for option in options}
    # Of several options that are chosen together the default names all.
    chosen = [each for each in question.default.split(",") if each]
    default = question.default if ids.issuperset(chosen) else options[0].id
    return replace(question, options=options, default=default)


def _loses(option: Option, word: str) -> bool:
    """Whether a reading leaves out the very word that is asked about, as its detail says."""
    return bool(word) and option.id.startswith(PICKED) and word in option.detail.lower()


def _meant(option: Option) -> Option | None:
    """The option; without a word only as the reading that is left, and never to drop the word."""
    if option.id.partition(_SAVED)[0] != IGNORED:
        return option
    if option.id != IGNORED or not option.detail:
        return None
    reading = option.detail.removeprefix(_READ_AS).strip().rstrip(".")
    return replace(option, label=capital(reading), detail="")
