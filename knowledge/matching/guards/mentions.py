"""Guards on what is said at all: no word more often, no small word that points elsewhere.

They ask nothing of what a word means, so they hold for words that no other guard knows.
"""

from collections import Counter

from knowledge.matching import clauses, lexicon, wordlists
from knowledge.matching.comparison import Comparison, Failure
from knowledge.matching.guards import leads as lead_guards
from knowledge.matching.guards import sequence as sequence_guards
from knowledge.matching.mentions import Mentions, side_by_side
from knowledge.matching.reading import Reading, once
from knowledge.matching.stem import stem
from knowledge.matching.tokens import Mark


def mentioned_alike(pair: Comparison) -> Failure | None:
    """What both mention stands in its order, is led as it was, and is said no more often."""
    found = side_by_side(pair)
    failed = (rule(pair, found) for rule in _RULES)
    return next((failure for failure in failed if failure is not None), None)


def _said_as_often(pair: Comparison, found: Mentions) -> Failure | None:
    """A manager's manager is not a manager; the day before a day is not before a day."""
    if clauses.has_sentences(pair.stored) or clauses.has_sentences(pair.asked):
        return None  # `Which halls have stages? Give me the names of the halls.`
    compares = _sets_apart(pair.stored) or _sets_apart(pair.asked)
    for alone, column in ((found.asked_only, 1), (found.stored_only, 0)):
        twins = [each[column].token.key for each in found.pairs]
        for mention in alone:
            again = mention.token.mark is Mark.WORD and mention.token.key in twins
            if again and (compares or "s" in mention.leads):
                return Failure("wording", f"only one says “{mention.token.text}” twice")
    return None


_RULES = (
    sequence_guards.kept_order,
    sequence_guards.kept_subjects,
    lead_guards.kept_leads,
    _said_as_often,
)
_SET_APART = lexicon.COMPARATORS | {"PERCENT", "RATIO"}
_SET_APART |= set(map(stem, ("share", "portion", "than", "minus", "versus")))


@once
def _sets_apart(reading: Reading) -> bool:
    """Whether one thing is set against another, so that it matters on which side a word is."""
    return any(token.key in _SET_APART for token in reading.tokens)


def small_words(pair: Comparison) -> Failure | None:
    """With no maize in it, more of this than of that: each small word that points has its twin."""
    before, now = _pointing(pair.stored), _pointing(pair.asked)
    for word in (Counter(before) - Counter(now)) + (Counter(now) - Counter(before)):
        return Failure("meaning", f"only one of them says “{word}”, which may change what is asked")
    return None


_PERSONS = wordlists.words("they them he she him it")
_MANY = wordlists.words("many much few little")
_POINTING = wordlists.words("it them those these one this that he she who whom himself itself")
_SHOWING = wordlists.words("these those this that")
_DEGREES = wordlists.words("more less fewer most least but than until while")


# Led by them, nothing is named: lost another to.
_STRANDED = clauses.PREPOSITIONS - {"and", "at", "by"}
_NOT_LED = clauses.BEING | wordlists.words("and did do does have has had") | {""}


@once
def _pointing(reading: Reading) -> tuple[str, ...]:
    """Small words that stand for something after a preposition, and words of degree."""
    # A resolved time has no text of its own.
    words = ["", *(word or "then" for word in clauses.texts(reading)), ""]
    found = []
    for place, token in enumerate(reading.tokens, start=1):
        before, word, after = words[place - 1 : place + 2]
        if token.mark is not Mark.WORD:
            continue
        stranded = word in _STRANDED and after in _NOT_LED
        # The names of these halls are those of the halls that were spoken of.
        again = word in _SHOWING and stem(after) in {one.key for one in reading.tokens[:place]}
        if (word in _POINTING and before in clauses.PREPOSITIONS and not again) or (
            word in _MANY and before == "as"
        ):
            found.append(f"{before} {word}")
        elif word in _PERSONS or stranded:
            found.append(word)
        elif word in _DEGREES:
            found.append(f"{word} {after}" if after in clauses.PREPOSITIONS else word)
    return tuple(found)


def proper_names(pair: Comparison) -> Failure | None:
    """Danish is not Norwegian, however near they are: no name stands for another."""
    for word, other, _ in pair.alignment.paired:
        if _is_a_name(pair.stored, word.place) and _is_a_name(pair.asked, other.place):
            return Failure("values", f"“{other.text}” is not “{word.text}”")
    return None


def _is_a_name(reading: Reading, place: int) -> bool:
    """Whether a word is written as a name where nothing else asks for a capital."""
    text = reading.tokens[place].text
    return place > 0 and text[:1].isupper() and not reading.text.istitle()


def derived_words(pair: Comparison) -> Failure | None:
    """Late is not later, lately or latest; what is for sale is not what was sold."""
    asks = {"did", "do", "does"} & {*clauses.texts(pair.stored), *clauses.texts(pair.asked)}
    for word, other, _ in pair.alignment.paired:
        left, right = word.text.lower(), other.text.lower()
        short, long = sorted((left, right), key=len)
        if long in {short + ending for ending in ("r", "er", "st", "est", "ly")}:
            return Failure("wording", f"“{right}” is not “{left}”")
        if clauses.is_past(left) != clauses.is_past(right) and not asks:
            return Failure("wording", f"“{right}” may not be “{left}”")
    return None
