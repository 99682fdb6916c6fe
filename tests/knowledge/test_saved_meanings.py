"""Answers that people saved with a click, as entries of the glossary."""

from knowledge.glossary import Glossary, Metric, TableNote, Term
from knowledge.saved_meanings import Meaning, with_meanings

NET = Metric(name="net", expression="sum(n)", table="orders", synonyms=("sales",))
GROSS = Metric(name="gross", expression="sum(g)", table="orders", synonyms=("sales", "total"))
BEFORE = Glossary(metrics=(NET, GROSS), tables=(TableNote(table="orders", grain="one order"),))


def _after(*meanings: Meaning) -> tuple[Glossary, tuple[Meaning, ...]]:
    return with_meanings(BEFORE, {each.question: each for each in meanings})


def test_a_shared_word_belongs_to_the_chosen_metric_alone() -> None:
    after, left = _after(Meaning(question="metric:net/gross", answer="net"))
    assert {m.name: m.synonyms for m in after.metrics} == {"net": ("sales",), "gross": ("total",)}
    assert left == ()


def test_a_word_for_a_table_or_column_is_a_term() -> None:
    after, _ = _after(
        Meaning(question="column:amount", answer="orders.net", saved="Saved by Ana on 2026-11-22")
    )
    assert after.terms == (
        Term(name="amount", means="orders.net", description="Saved by Ana on 2026-11-22"),
    )


def test_the_date_that_counts_is_in_the_tables_note() -> None:
    after, _ = _after(Meaning(question="time:orders", answer="orders.shipped_on"))
    note = after.note("orders")
    assert note is not None
    assert (note.time_column, note.grain) == ("orders.shipped_on", "one order")


def test_what_no_entry_can_hold_is_given_back() -> None:
    region = Meaning(question="region:georgia", answer="country:Georgia:1")
    unknown = Meaning(question="metric:a/b", answer="a")
    after, left = _after(region, unknown)
    assert (after, left) == (BEFORE, (region, unknown))
