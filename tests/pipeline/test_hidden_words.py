"""What a question names and its asker may not see is told as closed, and read as nothing else."""

import pytest

from knowledge.adapters.value_index import known_values
from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary
from pipeline.hidden_words import hidden_words, not_open
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, TableGrant


def text(name: str) -> Column:
    return Column(name=name, type="TEXT", kind=Kind.TEXT)


PEOPLE = Table(
    name="people",
    columns=(
        text("name"),
        text("email"),
        text("street_address"),
        text("salary_band"),
        text("salary"),
    ),
)
BADGES = Table(name="badges", columns=(text("code"),))
CATALOG = Catalog(workspace="staff", dialect="sqlite", tables=(PEOPLE, BADGES))
KNOWN = Known(CATALOG, Glossary(), known_values(CATALOG))
OPEN = frozenset({"name", "street_address", "salary_band"})
SEEN = seen_by(KNOWN, Grants(tables=(TableGrant(table="people", columns=OPEN),)))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("email addresses of people", ("email",)),
        ("how many people have an email", ("email",)),
        ("salary of each person", ("salary",)),
        ("street address of people", ()),
        ("salary band of people", ()),
        ("shoe size of people", ()),
    ],
)
def test_the_words_for_hidden_columns(question: str, words: tuple[str, ...]) -> None:
    assert hidden_words(question, KNOWN, SEEN) == words


def test_nothing_is_told_of_a_table_that_is_hidden() -> None:
    assert hidden_words("code of badges", KNOWN, SEEN) == ()


def test_nothing_is_hidden_from_who_may_read_everything() -> None:
    assert hidden_words("email of people", KNOWN, KNOWN) == ()


def test_it_is_said_who_can_open_it() -> None:
    told = not_open(("email",))
    assert "“email” is not open to you" in told
    assert "administrator" in told
