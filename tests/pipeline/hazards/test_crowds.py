"""More tables than a card holds share a word: which one is asked before anything is read."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, Metric, TableNote
from knowledge.value_lookup import ValueLookup
from pipeline.hazards import crowd, narrowed
from pipeline.rules.schema.known import Known

_ID = Column(name="id", type="INTEGER", kind=Kind.INTEGER, primary_key=True)
_TYPE = Column(name="log_type", type="TEXT", kind=Kind.TEXT)


def a_table(name: str, *columns: Column) -> Table:
    return Table(name=name, columns=(_ID, *columns), rows=7)


LOGS = tuple(a_table(f"t_{number:04d}_log") for number in range(40))
OTHERS = tuple(a_table(f"area_{number}") for number in range(960))


def known(*more: Table, glossary: Glossary | None = None) -> Known:
    tables = (*LOGS, *OTHERS, *more)
    catalog = Catalog(workspace="w", dialect="sqlite", tables=tables)
    return Known(catalog, glossary or Glossary(), ValueLookup([]))


def test_of_forty_tables_of_one_word_twenty_are_offered_with_their_rows() -> None:
    asked = crowd("How many logs are there?", known(), {})
    assert asked is not None
    assert asked.prompt == "40 tables have “log” in their names. Which one do you mean?"
    assert len(asked.options) == 20
    assert asked.options[0].detail == "7 rows"
    assert not asked.default


def test_a_typed_part_of_a_name_finds_the_table() -> None:
    asked = crowd("How many logs are there?", known(), {}, typed="0039")
    assert asked is not None
    assert [option.id for option in asked.options] == ["t_0039_log"]


def test_a_typed_name_that_is_not_there_is_said() -> None:
    asked = crowd("How many logs are there?", known(), {}, typed="invoices")
    assert asked is not None
    assert asked.prompt.startswith("No table is called “invoices”.")
    assert len(asked.options) == 20


def test_the_chosen_table_is_the_only_one_of_them_that_is_known() -> None:
    seen = narrowed(known(), {"crowd:log": "t_0007_log"})
    assert [key for key in sorted(seen.allowed) if key.endswith("_log")] == ["t_0007_log"]
    assert crowd("How many logs are there?", seen, {"crowd:log": "t_0007_log"}) is None


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("How many logs are there?", known(a_table("logs"))),
        ("How many t 0007 logs are there?", known()),
        ("How many visits by log type?", known(a_table("visits", _TYPE))),
        (
            "log volume by month",
            known(
                glossary=Glossary(
                    metrics=(Metric(name="log volume", expression="count(*)", table="t_0001_log"),)
                )
            ),
        ),
        (
            "How many logs are there?",
            known(glossary=Glossary(tables=(TableNote(table="t_0001_log", synonyms=("log",)),))),
        ),
        ("How many apples are there?", known()),
    ],
    ids=["named", "named whole", "a column", "a metric", "a synonym", "no table"],
)
def test_what_the_question_or_the_glossary_says_is_not_asked(question: str, about: Known) -> None:
    assert crowd(question, about, {}) is None
