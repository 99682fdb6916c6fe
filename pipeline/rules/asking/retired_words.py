"""Words for a column that people do not use any more: what stands in its place, to press."""

import re
from collections.abc import Collection, Mapping, Sequence

from knowledge.retired import reads
from knowledge.sentences import capital
from pipeline.checkpoint import Option
from pipeline.rules.asking.ask import Question
from pipeline.rules.linking.offers import in_words
from pipeline.rules.schema.known import Known, RetiredColumn
from pipeline.rules.schema.lexicon import LINKING_WORDS, LONGEST_PHRASE
from pipeline.rules.tagging.stored_words import IGNORED
from pipeline.rules.text.words import Word, words_of
from pipeline.rules.vocabulary import FILLERS, KEYWORDS, PREPOSITIONS

# Its name, its synonyms and a short comment; not a part of its name.
_NAMED = 0.8
_NOTHING = "“{name}” reads {column}, which should no longer be used. No replacement is named."
_IN_PLACE = "{new} is used instead of {old}, which should no longer be used."


def retired_word(question: str, about: Known, choices: Mapping[str, str]) -> Question | None:
    """The first words of the question that mean such a column, and nothing in use as well."""
    if not about.retired:
        return None
    words, at = words_of(question), 0
    while at < len(words):
        found, until = _longest(words, at, about)
        said = " ".join(word.lower for word in words[at:until])
        if found is not None and f"word:{said}" not in choices:
            return _question(said, found)
        at = until
    return None


def unreplaced_metric(question: str, about: Known) -> str:
    """Why a metric that the question names is not computed: a column that nothing replaces."""
    for each in about.retired:
        for metric in about.glossary.metrics:
            said = [name for name in (metric.name, *metric.synonyms) if _says(question, name)]
            if said and reads(metric, each.ref, about.catalog.dialect):
                return _NOTHING.format(name=said[0], column=in_words(each.ref))
    return ""


def _longest(words: Sequence[Word], at: int, about: Known) -> tuple[RetiredColumn | None, int]:
    """The column that words from this one on name, and the word after them."""
    for until in range(min(len(words), at + LONGEST_PHRASE), at, -1):
        linked = any(word.lower in LINKING_WORDS for word in words[at:until])
        found = None if linked else _meant(words, at, until, about)
        if found is not None:
            return found, until
    return None, at + 1


def told_in_place(
    known: Known, text: str, named: Collection[str], choices: Mapping[str, str]
) -> list[str]:
    """Which columns stand in place of others: by definitions that are named, or by a press.

    `named` are the metrics and tables that are read; others are named in the text itself.
    """
    pairs = [
        (each.new, each.old)
        for each in known.replaced
        if any(name in named or _says(text, name) for name in each.names)
    ]
    pairs += [
        (choices[key], each.ref)
        for key in choices
        for each in known.retired
        if key.startswith("word:") and choices[key] in each.retired.instead
    ]
    return [_IN_PLACE.format(new=capital(in_words(new)), old=in_words(old)) for new, old in pairs]


def _says(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


def _meant(words: Sequence[Word], at: int, until: int, about: Known) -> RetiredColumn | None:
    """The column that these words name best, unless they are a name of something in use."""
    named = words[at:until]
    if any(word.quoted for word in named) or _is_plain(named):
        return None
    found = about.retired_lexicon.find(named)
    if not found or found[0].score < _NAMED:
        return None
    in_use = about.lexicon.find(named)
    phrase = about.phrasebook.longest(words[at:])
    if (in_use and in_use[0].score >= found[0].score) or (phrase and phrase[0] >= until - at):
        return None
    if any(hit.score >= 1 for hit in about.values.find(" ".join(w.text for w in named))):
        return None
    return next(each for each in about.retired if each.ref == found[0].ref)


def _is_plain(words: Sequence[Word]) -> bool:
    """`total`, `of`: everyday words, whatever column is called so."""
    return len(words) == 1 and words[0].lower in {*KEYWORDS, *FILLERS, *PREPOSITIONS}


def _question(said: str, found: RetiredColumn) -> Question:
    retired = found.retired
    use = tuple(Option(id=ref, label=f"Use {_named(ref, found)}") for ref in retired.instead)
    leave = Option(id=IGNORED, label=f"Leave “{said}” out")
    text = retired.said.removeprefix("use ").rstrip(".")
    told = f": {text}." if text and not use else "."
    prompt = f"{capital(in_words(found.ref))} should no longer be used{told}"
    one = len(retired.instead) == 1
    return Question(f"word:{said}", "columns", prompt, (*use, leave), open=not one)


def _named(ref: str, found: RetiredColumn) -> str:
    """The column's name alone, where it stands in the same table."""
    table, _, name = ref.rpartition(".")
    return name if table == found.table.key else in_words(ref)
