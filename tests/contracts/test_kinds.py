"""What people's databases hold is counted right, asked about, or plainly refused: by kind."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from knowledge.adapters.introspection import read_catalog
from pipeline.result import Answer, Refusal
from tests.contracts.engines import asked, made_in, rows_of

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8")
)
OF_ENGINES = [(case, engine) for case in CASES for engine in case["engines"]]


@pytest.mark.corpus(examples=8)
@pytest.mark.parametrize(
    ("case", "engine"), OF_ENGINES, ids=[f"{c['name']} ({e})" for c, e in OF_ENGINES]
)
async def test_a_database_of_this_kind_is_asked(
    case: dict[str, Any], engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = made_in(engine, case["tables"], tmp_path, request)
    if "search_path" in case:
        url += f"&options={quote('-csearch_path=' + case['search_path'])}"
    if "tables_offered" in case:
        catalog = read_catalog(url, workspace="offered")
        assert sorted(table.key for table in catalog.tables) == case["tables_offered"]
    wrong = {}
    for at, wanted in enumerate(case["questions"]):
        told = await fault_of(wanted, url, tmp_path, case.get("glossary", ""))
        if told:
            wrong[at, wanted["question"]] = told
    assert wrong == {}


async def fault_of(wanted: dict[str, Any], url: str, folder: Path, glossary: str) -> object:
    """What is not as the case wants it; nothing where all is."""
    picks = wanted.get("picks", ())
    driven, cards = await asked(url, wanted["question"], folder, picks=picks, glossary=glossary)
    outcome = driven.outcome
    if "labels" in wanted:
        told = " ".join(cards.labels).lower()
        return [label for label in wanted["labels"] if label not in told] and cards.labels
    if isinstance(outcome, Refusal):
        text = wanted.get("refused")
        left_open = "open" in wanted and outcome.code == "unanswered"
        fits = left_open or (text is not None and text in outcome.reason)
        return "" if fits else (outcome.reason, driven.state.draft)
    assert isinstance(outcome, Answer)
    if "refused" in wanted or "open" in wanted:
        return outcome.sql
    if "said" in wanted and wanted["said"] not in (*outcome.assumptions, *outcome.confirmed):
        return outcome.assumptions
    if "months" in wanted:
        by_month = [(str(row[0])[:7], row[1]) for row in rows_of(driven)]
        zoned = [row for row in outcome.rows if ":" in str(row[0])]
        wrong = by_month != list(map(tuple, wanted["months"]))
        return (zoned or by_month) if zoned or wrong else ""
    found = rows_of(driven)
    return (found, outcome.sql) if found != sorted(map(tuple, wanted["rows"]), key=repr) else ""
