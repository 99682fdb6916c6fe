"""General English that questions about data are asked in: no word here belongs to one schema."""

from pipeline.rules.vocabulary.adjectives import ADJECTIVES, FORMS
from pipeline.rules.vocabulary.names import (
    ABBREVIATIONS,
    OCCUPATIONS,
    SAID_AS,
    SHORT_FOR_SEVERAL,
    SYNONYMS,
)
from pipeline.rules.vocabulary.numbers import GRAINS, MONTHS, NUMBER_WORDS
from pipeline.rules.vocabulary.phrases import (
    ALL_COLUMNS,
    FILLERS,
    KEYWORDS,
    LINKING_VERBS,
    PREPOSITIONS,
    RELATION_VERBS,
    VERB_FORMS,
)

__all__ = (
    "ABBREVIATIONS",
    "ADJECTIVES",
    "ALL_COLUMNS",
    "FILLERS",
    "FORMS",
    "GRAINS",
    "KEYWORDS",
    "LINKING_VERBS",
    "MONTHS",
    "NUMBER_WORDS",
    "OCCUPATIONS",
    "PREPOSITIONS",
    "RELATION_VERBS",
    "SAID_AS",
    "SHORT_FOR_SEVERAL",
    "SYNONYMS",
    "VERB_FORMS",
)
