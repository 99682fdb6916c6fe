"""Details go to a log that nobody is shown, and that never breaks the program."""

import json
from pathlib import Path

import pytest
import structlog

from bots.bootstrap.logging import log_to_file, log_to_stderr


def log_a_failure() -> None:
    try:
        1 / 0  # noqa: B018 - it is to fail
    except ZeroDivisionError:
        structlog.get_logger().exception("step_broke", run="r1")


def test_a_failure_is_one_json_line_with_its_traceback(tmp_path: Path) -> None:
    log_to_file(tmp_path / "logs" / "a.log")
    log_a_failure()
    (line,) = (tmp_path / "logs" / "a.log").read_text().splitlines()
    told = json.loads(line)
    assert (told["event"], told["run"], told["level"]) == ("step_broke", "r1", "error")
    assert "ZeroDivisionError" in told["exception"]


def test_a_log_that_cannot_be_written_is_no_reason_to_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    log_to_file(tmp_path / "file" / "a.log")
    log_a_failure()
    assert capsys.readouterr() == ("", "")


def test_a_server_logs_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    log_a_failure()
    assert json.loads(capsys.readouterr().err)["event"] == "step_broke"


def test_a_logger_that_wrote_once_follows_what_is_set_up_later(tmp_path: Path) -> None:
    log = structlog.get_logger()
    log_to_file(tmp_path / "a.log")
    log.info("opened")
    structlog.reset_defaults()
    with structlog.testing.capture_logs() as lines:
        log.info("caught")
    assert [line["event"] for line in lines] == ["caught"]
