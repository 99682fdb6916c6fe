"""What people saved or chose means the same to a model: in what it is told, and what binds it."""

import datetime as dt
from dataclasses import replace

from knowledge.glossary import Glossary, Term
from pipeline.agents.binding import bound
from pipeline.agents.brief import task_of
from pipeline.agents.ladder import fields_of
from pipeline.agents.prompts import Prompts
from pipeline.agents.settled import as_settled
from pipeline.dates import Calendar
from pipeline.rules.schema.known import Known
from pipeline.times.values import TimeSpan
from pipeline.workspace import Workspace
from tests.pipeline.clarifying.test_points import LINES, PIECES, SALES
from tests.pipeline.shop import a_state


def _unclear(shop: Workspace) -> Workspace:
    known = Known(shop.known.catalog, Glossary(metrics=(PIECES, LINES)), shop.known.values)
    return replace(shop, known=known, sights={})


async def test_a_saved_answer_is_told_to_a_model_and_binds_its_sql(shop: Workspace) -> None:
    workspace = _unclear(shop)
    state = a_state("sales by customer", standing={SALES: "lines sold"})
    task = await task_of(state, workspace, ())
    assert any(line.startswith("lines sold / sales is count") for line in task.definitions)
    assert not any(line.startswith("pieces / sales") for line in task.definitions)
    assert [line for line in task.binding if line.startswith("lines sold is computed as")]
    sql = "SELECT COUNT(line_id) FROM line"
    contract = bound(state, as_settled(workspace.known, state), sql, ()).contract
    assert [measure.name for measure in contract.measures] == ["lines sold"]


async def test_what_this_person_chose_now_beats_what_was_saved(shop: Workspace) -> None:
    workspace = _unclear(shop)
    state = a_state("sales", standing={SALES: "lines sold"}, choices={SALES: "pieces"})
    metrics = as_settled(workspace.known, state).glossary.metrics
    assert {m.name: m.synonyms for m in metrics} == {"pieces": ("sales",), "lines sold": ()}


def test_without_an_answer_nothing_changes(shop: Workspace) -> None:
    workspace = _unclear(shop)
    assert as_settled(workspace.known, a_state("sales")) is workspace.known


async def test_a_model_is_told_how_time_is_counted_and_the_days_that_code_worked_out(
    shop: Workspace,
) -> None:
    calendar = Calendar(week_starts_on="sunday", fiscal_year_start_month=7, time_zone="Europe/Oslo")
    workspace = replace(shop, calendar=calendar)
    first, last = dt.date(2026, 10, 25), dt.date(2026, 11, 1)
    span = TimeSpan(words="last week", at=7, until=16, start=first, end=last)
    task = await task_of(a_state("orders last week", times=(span,)), workspace, ())
    prompt = Prompts().render("write_sql", fields_of(task)).text
    assert "weeks begin on Sunday" in prompt
    assert "days are those of the time zone Europe/Oslo" in prompt
    assert "the fiscal year of today is from 2026-07-01" in prompt
    assert "from 2026-10-25 up to, not including, 2026-11-01" in prompt


async def test_of_a_large_glossary_the_words_nearest_the_question_are_told(shop: Workspace) -> None:
    terms = tuple(Term(name=f"word {n}", means="customer.name") for n in range(60))
    asked_for = Term(name="patrons", means="customer.name")
    known = Known(shop.known.catalog, Glossary(terms=(*terms, asked_for)), shop.known.values)
    workspace = replace(shop, known=known, sights={})
    task = await task_of(a_state("Names of the patrons"), workspace, ())
    assert "patrons means customer.name" in task.definitions
    assert len(task.definitions) == 24


async def test_the_unit_of_a_metric_is_told(shop: Workspace) -> None:
    metric = replace(PIECES, unit="kg")
    known = Known(shop.known.catalog, Glossary(metrics=(metric,)), shop.known.values)
    task = await task_of(a_state("sales"), replace(shop, known=known, sights={}), ())
    assert any(line.endswith(", in kg") for line in task.definitions)
