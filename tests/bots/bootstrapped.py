"""Settings over the small shop's file, and the workspaces opened from them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import yaml

from bots.bootstrap.workspaces import LiveWorkspaces, NoAnswers
from bots.settings import Settings, read_settings
from tests.pipeline.shop import write_shop


def a_settings_file(folder: Path, *, shop: bool = True, **workspace: Any) -> Path:
    """`countersign.yaml` with the workspace `shop`, and its database beside it."""
    if shop:
        write_shop(folder / "shop.sqlite")
    raw = {"workspaces": {"shop": {"url": "sqlite:///shop.sqlite", "title": "Shop"} | workspace}}
    path = folder / "countersign.yaml"
    path.write_text(yaml.safe_dump(raw), encoding="utf-8")
    return path


def settings_in(folder: Path, *, shop: bool = True, **workspace: Any) -> Settings:
    return read_settings(a_settings_file(folder, shop=shop, **workspace), {})


@asynccontextmanager
async def opened(settings: Settings, folder: Path) -> AsyncIterator[LiveWorkspaces]:
    """The workspaces of the settings, opened, without validated queries."""
    workspaces = LiveWorkspaces(settings, folder, lambda *_: NoAnswers())
    try:
        await workspaces.open()
        yield workspaces
    finally:
        await workspaces.close()
