"""Details go to a log that nobody is shown, and that never breaks the program."""

import ast
import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


WORDS = "Zebra in customers.name"


def fail_with_a_value() -> None:
    try:
        os.environ[WORDS]  # noqa: TID251 - it is not there
    except KeyError as error:
        raise ValueError(WORDS) from error


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_what_an_exception_says_is_not_logged_and_what_it_came_of_is(tmp_path: Path) -> None:
    log_to_file(tmp_path / "a.log")
    try:
        fail_with_a_value()
    except ValueError:
        structlog.get_logger().exception("step_broke", run="r1", value=ValueError(WORDS))
    text = (tmp_path / "a.log").read_text()
    assert "Zebra" not in text
    assert all(name in text for name in ("builtins.ValueError", "builtins.KeyError", __file__))


def test_what_the_system_says_of_a_failure_is_logged(tmp_path: Path) -> None:
    log_to_file(tmp_path / "a.log")
    try:
        (tmp_path / "not there").read_text()
    except OSError:
        structlog.get_logger().exception("not_read")
    assert "No such file" in (tmp_path / "a.log").read_text()


def test_a_line_of_a_library_is_kept_without_what_it_was_about(tmp_path: Path) -> None:
    log_to_file(tmp_path / "a.log")
    chat = logging.getLogger("slack_bolt.App")
    chat.warning("Unhandled request (%s)", WORDS)
    chat.warning(f"Unhandled request ({WORDS})")
    try:
        fail_with_a_value()
    except ValueError:
        chat.exception("Failed with %s", WORDS)
    logging.getLogger("procrastinate.worker").info("Listening on %s", "port 8080")
    assert [line["event"] for line in lines_of(tmp_path / "a.log")] == [
        "slack_bolt.App: Unhandled request (%s)",
        "slack_bolt.App: library_says",
        "slack_bolt.App: Failed with %s (ValueError)",
        "Listening on port 8080",
    ]


def test_lines_of_a_step_have_the_id_of_its_run(tmp_path: Path) -> None:
    log_to_file(tmp_path / "a.log")
    with structlog.contextvars.bound_contextvars(run="r1", step="check"):
        structlog.get_logger().info("first")
        logging.getLogger("httpx").warning("second %s", "x")
    structlog.get_logger().info("third")
    runs = [line.get("run") for line in lines_of(tmp_path / "a.log")]
    assert runs == ["r1", "r1", None]


# What a line may tell besides its event: ids, names of ours, counts, and reasons that we wrote.
FACTS = frozenset((
    "approval", "before", "case", "checkpoint", "count", "error", "exc_info", "function", "group",
    "id", "job", "key", "kind", "model", "node", "now", "prompt", "query", "reason", "run",
    "source", "tables", "taken", "target", "thread", "times", "to", "trouble", "way", "wordings",
    "workspace",
))  # fmt: skip


def facts_logged() -> Iterator[tuple[str, str]]:
    """Each file with each fact that a log line of it tells."""
    root = Path(__file__).parents[2]
    for folder in ("bots", "review", "pipeline", "knowledge"):
        for path in (root / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "import structlog" not in text and "import logging" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id in ("log", "said", "_log", "logger")
                    and node.func.attr in ("info", "warning", "error", "exception", "debug")
                ):
                    yield from ((path.name, str(each.arg)) for each in node.keywords)


def test_no_line_tells_a_question_a_value_or_a_statement() -> None:
    found = set(facts_logged())
    assert {fact for _, fact in found} > {"run", "workspace"}
    assert sorted(each for each in found if each[1] not in FACTS) == []
