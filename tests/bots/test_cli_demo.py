"""What `countersign demo` and `countersign try` say where they cannot start."""

import socket
from pathlib import Path

from typer.testing import CliRunner

from bots.cli import commands


def said(*words: str, code: int) -> str:
    done = CliRunner().invoke(commands(), ["demo", *words])
    assert done.exit_code == code, done.output
    return done.output


def test_a_taken_port_is_told_with_what_to_type_instead(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = said("--port", str(port), "--state", str(tmp_path), code=1)

    assert f"something else on this machine uses port {port} already" in told
    assert "make demo PORT=0" in told
    assert "countersign demo --port 0" in told
    assert "Errno" not in told


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    in_the_way = tmp_path / "a-file"
    in_the_way.write_text("")

    told = said("--port", "0", "--state", str(in_the_way / "state"), code=1)

    assert "The demo could not start: Not a directory" in told
    assert "a-file" in told


def test_a_port_that_cannot_be_is_refused(tmp_path: Path) -> None:
    assert "65535" in said("--port", "99999", "--state", str(tmp_path), code=2)


def test_what_cannot_be_tried_is_a_sentence_with_the_next_step(tmp_path: Path) -> None:
    words = ["try", str(tmp_path / "none"), "--port", "0", "--state", str(tmp_path / "state")]
    done = CliRunner().invoke(commands(), words)
    assert done.exit_code == 2
    assert "There is no folder or file" in done.stderr
    assert "Name a database URL" in done.stderr


def test_a_taken_port_is_told_before_the_data_is_read(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["try", str(tmp_path), "--port", port, "--state", str(tmp_path / "state")]
        done = CliRunner().invoke(commands(), words)
    assert done.exit_code == 1
    assert "with --port 0" in done.stderr
