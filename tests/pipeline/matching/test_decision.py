"""The table by which an approved query is trusted, offered or left out."""

from dataclasses import replace

from pipeline.matching.decision import Reading, decide
from pipeline.result import Trust
from pipeline.workspace import Found
from tests.pipeline.matching.test_canonical import CATALOG

SQL = "SELECT COUNT(*) FROM customers WHERE country = 'Spain'"
SAME = Reading(("SELECT COUNT(id) AS n FROM customers WHERE customers.country = 'Peru'",), True)
OTHER = Reading(("SELECT COUNT(*) FROM orders",), True)
NEAR = Found(
    id="q1",
    question="How many customers live in Spain?",
    sql=SQL,
    approved=SQL,
    trust=Trust.SEMI_TRUSTED,
    reason="",
    may_be_trusted=True,
    similarity=0.8,
)


def own(reading: Reading) -> dict[str, Reading]:
    return {NEAR.question: reading}


def test_the_same_wording_needs_no_reading() -> None:
    found = replace(NEAR, trust=Trust.TRUSTED)
    assert decide((found,), Reading(), lambda _: OTHER, CATALOG) == found


def test_a_question_that_reads_as_the_approved_query_is_trusted_with_its_own_values() -> None:
    found = decide((NEAR,), SAME, lambda _: Reading(), CATALOG)
    assert found is not None
    assert (found.trust, found.sql) == (Trust.TRUSTED, SQL.replace("Spain", "Peru"))
    assert [fact.text for fact in found.bound] == ["Spain → Peru"]


def test_another_reading_or_none_is_offered_and_not_trusted() -> None:
    for reading in (OTHER, Reading()):
        found = decide((NEAR,), reading, lambda _: Reading(), CATALOG)
        assert found is not None
        assert (found.trust, found.sql) == (Trust.SEMI_TRUSTED, SQL)


def test_a_value_that_the_reviewer_fixed_stays() -> None:
    found = decide((replace(NEAR, open_literals=frozenset()),), SAME, lambda _: SAME, CATALOG)
    assert found is not None
    assert (found.trust, found.sql) == (Trust.SEMI_TRUSTED, SQL)


def test_a_word_alone_is_explained_by_the_reading_of_the_approved_question() -> None:
    near = replace(NEAR, differs=True)
    for reading, trust in ((SAME, Trust.TRUSTED), (OTHER, Trust.SEMI_TRUSTED)):
        found = decide((near,), SAME, own(reading).__getitem__, CATALOG)
        assert found is not None
        assert found.trust is trust


def test_a_question_of_several_readings_is_trusted_only_beside_one_of_the_same() -> None:
    several = Reading((*SAME.statements, *OTHER.statements))
    for reading, trust in ((several, Trust.TRUSTED), (SAME, Trust.SEMI_TRUSTED)):
        found = decide((NEAR,), several, own(reading).__getitem__, CATALOG)
        assert found is not None
        assert found.trust is trust


def test_two_approved_queries_that_mean_it_and_differ_are_left_to_a_person() -> None:
    rival = replace(NEAR, id="q2", sql=f"{SQL} AND 1 = 1", approved=SQL.replace("(*)", "(id)"))
    found = decide((NEAR, rival), SAME, lambda _: SAME, CATALOG)
    assert found is not None
    assert found.trust is Trust.SEMI_TRUSTED
    assert "differ" in found.unlike


def test_strictness_and_unlike_words_of_one_family_are_never_trusted() -> None:
    found = decide((replace(NEAR, may_be_trusted=False),), SAME, lambda _: SAME, CATALOG)
    assert found is not None
    assert found.trust is Trust.SEMI_TRUSTED


def test_those_that_read_alike_come_first() -> None:
    first = replace(NEAR, id="q0", question="Customers?", may_be_trusted=False)
    near = replace(NEAR, may_be_trusted=False)
    read = {**own(SAME), "Customers?": Reading()}
    found = decide((first, near), SAME, read.__getitem__, CATALOG)
    assert found is not None
    assert (found.id, found.reads_alike) == ("q1", True)
