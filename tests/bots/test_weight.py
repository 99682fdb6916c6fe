"""What the process needs to be loaded before it is ready."""

import subprocess
import sys

import pytest

_LOADED = "import sys; import bots.bootstrap.application; print(*sys.modules)"


@pytest.mark.service
def test_a_start_loads_neither_spreadsheets_nor_models_nor_the_sentence_model() -> None:
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"openpyxl", "pydantic_ai", "openai", "anthropic", "onnxruntime"}
