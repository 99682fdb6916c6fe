"""The generator of random databases: a short run of it, and one case twice."""

import json

import pytest

from benchmarks.generated import made_case, main


def test_a_case_is_the_same_whenever_its_seed_is_given() -> None:
    assert made_case(7).tables == made_case(7).tables
    assert made_case(7).questions == made_case(7, engines=("duckdb",)).questions


@pytest.mark.slow
def test_random_databases_are_asked_without_a_wrong_answer_in_silence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--cases", "3", "--seed", "28", "--engine", "sqlite"])
    line = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert line["wrong_in_silence"] == line["crashed"] == 0
    assert line["typed"]["right"] > 0
    assert line["words"]["right"] > 0


@pytest.mark.deep
@pytest.mark.timeout(600)
def test_many_random_databases_are_asked_without_a_wrong_answer_in_silence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["--cases", "60", "--seed", "1000", "--engine", "sqlite", "--engine", "duckdb"])
    line = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert line["wrong_in_silence"] == line["crashed"] == 0, line
