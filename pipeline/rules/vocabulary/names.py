"""Words that names of tables and columns are made of: synonyms and abbreviations."""

from collections.abc import Mapping

from pipeline.rules.vocabulary.words_on_file import lines_of

# Groups of words that may stand for each other in names.
SYNONYMS: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split()) for line in lines_of("synonyms.txt")
)

ABBREVIATIONS: Mapping[str, str] = {
    short: written
    for short, _, written in (line.partition(" ") for line in lines_of("abbreviations.txt"))
}

# Short for several words, which only a question tells apart: `cntr` is a center or a contractor.
SHORT_FOR_SEVERAL: Mapping[str, tuple[str, ...]] = {
    short: tuple(written.split(", "))
    for short, _, written in (line.partition(" ") for line in lines_of("short_for_several.txt"))
}

# What a part of a name is called in other words, by that part: `csat` is customer satisfaction.
SAID_AS: Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    tuple(written.split()): tuple(tuple(phrase.split()) for phrase in said.split(","))
    for written, _, said in (line.partition(",") for line in lines_of("phrases_alike.txt"))
}

# Groups of phrases, each in plain words, for people who do the same work.
OCCUPATIONS: tuple[tuple[tuple[str, ...], ...], ...] = tuple(
    tuple(tuple(phrase.split()) for phrase in line.split(","))
    for line in lines_of("occupations.txt")
)

# Spelled with one l in America: `cancelled` is what a column calls `canceled_at`.
DOUBLED_L = frozenset(("cancell", "labell", "travell", "modell", "fuell", "signall", "counsell"))
