"""Tables whose rows are people, whatever they are called."""

from knowledge.catalog import Table
from pipeline.rules.schema.names import expanded, name_parts
from pipeline.rules.text.words import lemmas_of, name_words
from pipeline.rules.vocabulary.nouns import PEOPLE, PERSONS

# What only people have.
_THEIRS = frozenset(
    ("gender", "sex", "birthday", "birthdate", "birthplace", "dob", "nationality", "surname",
     "firstname", "lastname", "fname", "lname", "hometown", "salary")
)  # fmt: skip
_BORN = frozenset(("birth", "born"))


def keeps_people(table: Table) -> bool:
    """Whether the rows of a table are people: they have a first and a last name, a sex, a birth."""
    words = {word for c in table.columns for word in expanded(name_words(c.name))}
    called = bool(set(lemmas_of(table.name)[-1:]) & (PERSONS | PEOPLE))
    return called or bool(words & (_THEIRS | _BORN)) or bool(name_parts(table))


def keeps_others(table: Table) -> bool:
    """Whether its people are called by what they do: teachers are no students."""
    return bool(set(lemmas_of(table.name)) & (PERSONS - PEOPLE))
