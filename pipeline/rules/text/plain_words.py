"""Names of columns and tables as people say them, and lists of them."""

from collections.abc import Iterable

from pipeline.rules.text.words import is_past, is_plural, written_words
from pipeline.rules.vocabulary import ABBREVIATIONS, SHORT_FOR_SEVERAL

_VOWELS, _SHORT = frozenset("aeiou"), 3
_SURE = frozenset(("amt", "avg"))
_S_ENDS = ("s", "x", "ch", "sh")


def plain(ref: str) -> str:
    """A column or table in words, without its table but for the part that its rows play."""
    owner, _, name = ref.rpartition(".")
    part = owner.partition("~")[2]
    if part:
        ref = f"{part}_{name}"
    return " ".join(map(_in_full, written_words(ref.rpartition(".")[2]))) or ref


def _in_full(word: str) -> str:
    """`svc` as service, where it can hardly be short for anything else."""
    if word in SHORT_FOR_SEVERAL:
        return word
    short = not _VOWELS & set(word) or (len(word) > _SHORT and not _VOWELS & set(word[1:]))
    return ABBREVIATIONS.get(word, word) if short or word in _SURE else word


def plural(words: str) -> str:
    """More than one of what the words name."""
    first, _, last = words.rpartition(" ")
    # Payments received are many already.
    many = is_past(last) and is_plural(first.rpartition(" ")[2])
    if not last or many or is_plural(last) or last in ("data", "people", "staff"):
        return words
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return words[:-1] + "ies"
    return words + ("es" if last.endswith(_S_ENDS) else "s")


def with_article(noun: str) -> str:
    """`a skipper`, `an owner`."""
    return f"{'an' if noun[:1].lower() in _VOWELS else 'a'} {noun}"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """`a, b and c`."""
    *head, last = [name for name in names if name] or [""]
    return f"{', '.join(head)} {joint} {last}" if head else last
