"""Values of rows that a filter hides are neither offered nor told apart from what is nowhere."""

from pathlib import Path

import pytest

from pipeline.rules.plan import Outcome, Planned, plan
from pipeline.rules.schema.known import Known
from pipeline.sight import seen_by
from pipeline.sql import Grants, TableGrant
from tests.pipeline.rules.conftest import a_file, a_known

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Known:
    script = (HERE / "clinic.sql").read_text("utf8")
    return a_known(a_file(tmp_path_factory.mktemp("hidden"), script))


@pytest.fixture(scope="module")
def filtered(clinic: Known) -> Known:
    """The same for somebody whose rows of clinics and visits are filtered."""
    whole = (TableGrant(table=name) for name in ("vet", "owner", "pet"))
    some = (
        TableGrant(table="clinic", row_filter="city = 'Leeds'"),
        TableGrant(table="visit", row_filter="fee > 1000"),
    )
    return seen_by(clinic, Grants(tables=(*whole, *some)))


def told(outcome: Outcome) -> str:
    return repr(outcome).lower()


def test_a_misspelt_value_of_hidden_rows_is_not_put_right(clinic: Known, filtered: Known) -> None:
    question = "Show visits with status cancelld"
    assert "cancelled" in told(plan(question, clinic))
    assert "cancelled" not in told(plan(question, filtered))


def test_a_part_of_a_hidden_name_is_told_as_any_other_word(clinic: Known, filtered: Known) -> None:
    assert isinstance(plan("List Riverside clinics", clinic), Planned)
    there, nowhere = (
        told(plan(f"List {word} clinics", filtered)).replace(word.lower(), "")
        for word in ("Paws", "Pears")
    )
    assert there == nowhere
