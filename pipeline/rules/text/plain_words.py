"""Names of columns and tables as people say them, and lists of them."""

from collections.abc import Iterable

from pipeline.rules.text.words import is_past, is_plural, written_words
from pipeline.rules.vocabulary import ABBREVIATIONS, SHORT_FOR_SEVERAL

_VOWELS, _SHORT = frozenset("aeiou"), 3
_SURE = frozenset(("amt", "avg"))
_S_ENDS = ("s", "x", "ch", "sh")
_ALWAYS_MANY = frozenset(
    ("data", "people", "staff", "series", "species", "news", "equipment", "information", "aircraft")
)
_ODD_PLURALS = {"child": "children", "man": "men", "woman": "women", "analysis": "analyses"}
# What rows are like, which no ending makes more of.
_LIKE = frozenset(("active", "all", "distinct", "new", "old", "open", "total", "unique"))
# What a column may be called that holds such a number already.
_CALLED_SO = {
    "total": frozenset(("total", "sum")),
    "lowest": frozenset(("lowest", "minimum", "min")),
    "highest": frozenset(("highest", "maximum", "max")),
}


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
    done = is_past(last) and is_plural(first.rpartition(" ")[2])
    if not last or not last[-1].isascii() or done or is_plural(last) or last in _ALWAYS_MANY:
        # No letter of another alphabet takes an English ending.
        return words
    if last in _ODD_PLURALS:
        return words.removesuffix(last) + _ODD_PLURALS[last]
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return words[:-1] + "ies"
    return words + ("es" if last.endswith(_S_ENDS) else "s")


def many(words: str) -> str:
    """What is counted, behind which its year or a state may stand: `orders 2025`, `orders paid`."""
    named = words.split()
    end = next((at for at, word in enumerate(named) if word[0].isdigit()), len(named))
    while end and (is_past(named[end - 1]) or named[end - 1] in _LIKE):
        end -= 1
    if not end or any(is_plural(word) or word in _ALWAYS_MANY for word in named[:end]):
        return words
    return " ".join((plural(" ".join(named[:end])), *named[end:]))


def with_function(function: str, words: str) -> str:
    """`total amount`; where the amount is called a total itself, that is said once."""
    first, _, rest = words.partition(" ")
    if first.lower() in _CALLED_SO.get(function, ()):
        return f"{function} {rest}".strip()
    return f"{function} of {words}" if first.lower() == function else f"{function} {words}"


def with_article(noun: str) -> str:
    """`a skipper`, `an owner`."""
    return f"{'an' if noun[:1].lower() in _VOWELS else 'a'} {noun}"


def listed(names: Iterable[str], joint: str = "and") -> str:
    """`a, b and c`."""
    *head, last = [name for name in names if name] or [""]
    return f"{', '.join(head)} {joint} {last}" if head else last
