"""What a question leaves out is told without telling of values that its asker may not see."""

from pathlib import Path

from pipeline.result import Answer
from tests.pipeline.agents.layers.store import OTHERS, open_store, usual

ASKED = "Who in Spain splashes out like a drunken sailor?"
NOWHERE = "Who in Narnia splashes out like a drunken sailor?"
GRANTS = {
    "reader": {
        "tables": ["customers", "purchases", *OTHERS],
        "hidden_columns": ["customers.country"],
    }
}


async def test_a_hidden_value_that_is_left_out_is_told_as_any_name_is(tmp_path: Path) -> None:
    own = {"grants": GRANTS, "default_role": "reader"}
    told = []
    async with open_store(tmp_path, usual(), workspace=own) as store:
        for question in (ASKED, NOWHERE):
            outcome = (await store.ask(question)).outcome
            assert isinstance(outcome, Answer), outcome
            names = [word for word in ("“Spain”", "“Narnia”") if word.strip("“”") in question]
            told.append([line for line in outcome.assumptions if any(n in line for n in names)])
            assert "country" not in store.told("write_sql").replace(question, "")
    assert told == [
        ["not as asked: The question says “Spain”, but the query does not use it."],
        ["not as asked: The question says “Narnia”, but the query does not use it."],
    ]


async def test_whoever_sees_the_column_is_told_where_the_value_stands(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual()) as store:
        outcome = (await store.ask(ASKED)).outcome
    assert isinstance(outcome, Answer), outcome
    assert any("customers.country" in line for line in outcome.assumptions)
