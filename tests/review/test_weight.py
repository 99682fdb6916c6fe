"""What the review layer needs to be loaded: each paused run waits in as little as that."""

import subprocess
import sys

import pytest

_LOADED = """
import sys
import review.office.review_office, review.adapters.open_ledger, review.adapters.dispatchers
print(*sys.modules)
"""


@pytest.mark.slow
def test_the_review_layer_loads_no_vectors_no_sql_parser_no_dates_and_no_model() -> None:
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True
    )
    modules = done.stdout.split()
    assert not [name for name in modules if name.startswith(("pipeline.dates", "pipeline.rules"))]
    loaded = {name.partition(".")[0] for name in modules}
    assert not loaded & {"numpy", "sqlglot", "pydantic_ai", "onnxruntime", "faiss", "alembic"}
