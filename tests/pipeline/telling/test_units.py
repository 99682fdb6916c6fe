"""Numbers carry the unit that somebody wrote down; a number of rows never has one."""

import pytest

from knowledge.catalog import Catalog, Column, Kind, Table
from knowledge.glossary import Glossary, Metric
from knowledge.value_lookup import ValueLookup
from pipeline.intent import Intent, Measure
from pipeline.rules.outcomes import Planned
from pipeline.rules.plan import plan
from pipeline.rules.schema.known import Known
from pipeline.state import Fetched
from pipeline.telling.summary import summarise
from pipeline.telling.units import documented, units_of


def a_column(name: str, kind: Kind, comment: str = "") -> Column:
    return Column(name=name, kind=kind, type="", comment=comment)


SALE = Table(
    name="sale",
    columns=(
        a_column("shop", Kind.TEXT),
        a_column("price", Kind.NUMBER, "List price without VAT, in euro"),
        a_column("weight", Kind.NUMBER, "Weight in kg"),
        a_column("sold_at", Kind.TIMESTAMP, "When it was sold, in UTC"),
        a_column("pieces", Kind.INTEGER),
    ),
)
INCOME = Metric(name="net income", expression="sum(sale.price)", table="sale", unit="EUR")
SHOP = Known(
    Catalog(workspace="shop", dialect="sqlite", tables=(SALE,)),
    Glossary(metrics=(INCOME,)),
    ValueLookup(()),
)


def units(question: str, *columns: str) -> tuple[str, ...]:
    outcome = plan(question, SHOP)
    assert isinstance(outcome, Planned), outcome
    return units_of(outcome.intent, SHOP, columns)


@pytest.mark.parametrize(
    ("question", "columns", "wanted"),
    [
        ("net income by shop", ("shop", "net_income"), ("", "EUR")),
        ("What is the average weight?", ("avg_weight",), ("kg",)),
        ("How many sales are there?", ("count_sale",), ("",)),
        ("total pieces by shop", ("shop", "sum_pieces"), ("", "")),
    ],
)
def test_a_number_has_the_unit_of_its_metric_or_column(
    question: str, columns: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    assert units(question, *columns) == wanted


def test_what_moves_from_period_to_period_has_the_unit_and_a_share_has_none() -> None:
    intent = Intent(measures=(Measure(function="metric", table="sale", name="net income"),))
    columns = ("net_income_2025", "net_income_change", "running_net_income", "net_income_percent")
    assert units_of(intent, SHOP, columns) == ("EUR", "EUR", "EUR", "")


def test_a_time_zone_in_a_comment_is_no_unit() -> None:
    assert documented("sale.sold_at", SHOP) == ""


def test_the_sentence_says_the_unit() -> None:
    one = Fetched(columns=("net_revenue",), rows=((1234.5,),), numeric=(0,), units=("EUR",))
    assert summarise(one) == "Net revenue: 1,234.50 EUR."
    two = Fetched(
        columns=("shop", "net_revenue"), rows=(("N", 9), ("S", 5)), numeric=(1,), units=("", "EUR")
    )
    assert summarise(two) == (
        "2 rows. Net revenue is highest for N (9 EUR) and lowest for S (5 EUR)."
    )
