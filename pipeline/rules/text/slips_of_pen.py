"""Slips of the pen in the words that every question is asked in: `the minumum price`."""

from pipeline.rules.text.spelling import is_known_word, slips
from pipeline.rules.text.words import Word
from pipeline.rules.vocabulary.words_on_file import lines_of

# What numbers, extremes and orders are asked for with, where no other English word is a slip away.
_ASKED_WITH = (
    "alphabetical", "alphabetically", "ascending", "average", "between", "cheapest", "common",
    "descending", "different", "distinct", "earliest", "expensive", "fastest", "frequent",
    "frequently", "greatest", "heaviest", "highest", "largest", "longest", "lowest", "maximum",
    "minimum", "number", "oldest", "percentage", "recently", "shortest", "smallest", "slowest",
    "youngest",
)  # fmt: skip
_SHORTEST = 6
_TYPED = {line.split()[0]: line.split()[1] for line in lines_of("slips.txt")}


def meant_by(word: Word) -> str:
    """The word of general English that was typed with one slip in it; empty where none is near."""
    typed = word.lower
    if typed in _TYPED:
        return _TYPED[typed]
    if len(typed) < _SHORTEST or not typed.isalpha() or is_known_word(word):
        return ""
    near = [name for name in _ASKED_WITH if name[0] == typed[0] and slips(typed, name, 1) == 1]
    return near[0] if len(near) == 1 else ""
