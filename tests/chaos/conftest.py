"""The databases of the chaos tests."""

from collections.abc import Iterator

import pytest

from tests.review.postgres import own_database


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with own_database(tmp_path_factory) as url:
        yield url
