"""The small shop that tests of the pipeline ask."""

from pathlib import Path

import pytest

from pipeline.workspace import Workspace
from tests.pipeline.shop import a_workspace, write_shop


@pytest.fixture(scope="session")
def shop_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_shop(tmp_path_factory.mktemp("shop") / "shop.sqlite")


@pytest.fixture(scope="session")
def shop(shop_file: Path) -> Workspace:
    return a_workspace(shop_file)
