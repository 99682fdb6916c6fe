"""The whole road of a large catalog: an oddly worded question, layer by layer, to its answer."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from pipeline.result import Answer
from tests.pipeline.agents.layers.store import MEANT, OTHERS, PUZZLE, open_store, usual

ROAD = ["find_spans", "understand", "pick_tables", "pick_columns", "write_sql"]


async def test_an_oddly_worded_question_is_understood_narrowed_written_and_answered(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path, usual()) as store:
        driven = await store.ask(PUZZLE)
        # The first two do not need one another: they are asked at once.
        assert sorted(store.script.asked[:2]) == ROAD[:2]
        assert store.script.asked[2:] == ROAD[2:]
        written = store.told("write_sql")
        cards = store.told("pick_tables")
    assert isinstance(driven.outcome, Answer), driven.outcome
    assert driven.outcome.rows == (("Ada",),)
    assert [spent.step for spent in driven.state.spent] == ROAD
    assert all(spent.cost for spent in driven.state.spent)
    assert "What is paid is the net price." in driven.outcome.assumptions
    # Ten cards of 24 tables, then two tables, then their keys and the columns that are needed.
    assert "filler_01" in cards
    assert "filler_01" not in written
    assert not any(name in written for name in OTHERS)
    for kept in ("net_price", "customer_id", "is_test", "bought_on", "the metric net takings"):
        assert kept in written


async def test_a_small_catalog_is_asked_in_one_call(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual(), few=True) as store:
        driven = await store.ask(PUZZLE)
        assert store.script.asked == ["write_sql"]
    assert isinstance(driven.outcome, Answer)


async def test_a_question_in_names_of_the_data_is_only_told_fewer_tables(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual(), workspace={"models": {"order": "model"}}) as store:
        driven = await store.ask("Which customers splash out on purchases like drunken sailors?")
        assert store.script.asked == ["pick_tables", "pick_columns", "write_sql"]
    assert isinstance(driven.outcome, Answer)


async def test_columns_that_are_not_very_many_are_told_without_choosing(tmp_path: Path) -> None:
    tables = {"tables": [{"name": "customers", "why": "who"}], "confidence": 0.9}
    async with open_store(tmp_path, usual(pick_tables=tables)) as store:
        await store.ask(PUZZLE)
        assert "pick_columns" not in store.script.asked


async def test_no_model_turns_a_question_away_that_names_something_of_the_data(
    tmp_path: Path,
) -> None:
    chat = {**MEANT, "kind": "small talk", "metrics": []}
    layers = {"understand": {"ask": "always"}}
    question = "Which customers splash out like drunken sailors?"
    script = usual(understand=[chat, {**chat, "kind": "data question"}])
    given = {"layers": layers, "workspace": {"models": {"order": "model"}}}
    async with open_store(tmp_path, script, **given) as store:
        driven = await store.ask(question)
        assert store.script.asked.count("understand") == 2
        assert "The question has words of the data" in store.told("understand")
    assert isinstance(driven.outcome, Answer)


async def test_what_the_rules_can_read_asks_no_layer(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual()) as store:
        driven = await store.ask("How many customers are there?")
        assert store.script.asked == []
    assert isinstance(driven.outcome, Answer)


async def test_a_layer_that_a_setting_leaves_out_is_not_asked(tmp_path: Path) -> None:
    layers = {"find_spans": {"ask": "never"}, "understand": {"ask": "never"}}
    async with open_store(tmp_path, usual(), layers=layers) as store:
        await store.ask(PUZZLE)
        assert store.script.asked == ROAD[2:]


async def test_a_layer_that_a_setting_wants_always_is_asked_on_a_small_catalog_too(
    tmp_path: Path,
) -> None:
    layers = {"understand": {"ask": "always"}}
    async with open_store(tmp_path, usual(), few=True, layers=layers) as store:
        await store.ask(PUZZLE)
        assert store.script.asked == ["understand", "write_sql"]


async def test_every_layer_climbs_its_own_ladder_only(tmp_path: Path) -> None:
    stranger = {"tables": [{"name": "pyramids"}], "confidence": 1}
    right = usual().replies["pick_tables"]
    layers = {"pick_tables": {"models": ["small", "large"]}}
    script = usual(pick_tables=[stranger, right])  # type: ignore[list-item]
    async with open_store(tmp_path, script, "small", "large", layers=layers) as store:
        driven = await store.ask(PUZZLE)
        assert "no card of a table “pyramids”" in store.told("pick_tables")
    assert isinstance(driven.outcome, Answer)
    asked = [(s.step, s.model.partition(":")[2]) for s in driven.state.spent]
    assert asked == [
        ("find_spans", "small"),
        ("understand", "small"),
        ("pick_tables", "small"),
        ("pick_tables", "large"),
        ("pick_columns", "small"),
        ("write_sql", "small"),
    ]


async def test_a_layers_prompt_keeps_under_its_ceiling_before_it_is_sent(tmp_path: Path) -> None:
    layers = {"pick_tables": {"max_input_tokens": 1_000}}
    async with open_store(tmp_path, usual(), layers=layers) as store:
        driven = await store.ask(f"{PUZZLE} {'Really. ' * 50}")
        assert "filler_01 and 94 more" in store.told("pick_tables")
        assert "purchases" in store.told("pick_tables")
    assert isinstance(driven.outcome, Answer)


async def test_what_the_layers_left_out_is_told_where_it_is_missed(tmp_path: Path) -> None:
    missed = {"cannot": "There is no country here.", "sql": ""}
    written = usual().replies["write_sql"]
    script = usual(write_sql=[missed, written])  # type: ignore[list-item]
    async with open_store(tmp_path, script) as store:
        driven = await store.ask(PUZZLE)
        assert "filler_01" in store.told("write_sql")
        assert Counter(store.script.asked) == Counter([*ROAD, "write_sql"])
    assert isinstance(driven.outcome, Answer)


async def test_each_call_is_a_step_of_its_own(tmp_path: Path) -> None:
    async with open_store(tmp_path, usual()) as store:
        driven = await store.ask(PUZZLE)
        state = replace(driven.state, spent=(), draft=None, fetched=None)
        again = await store.pipeline.run("pick_tables", state)
        assert Counter(store.script.asked) == Counter(ROAD)
    assert again.state.spent == ()
