"""What the settings need that an installation may be without.

Each optional part of the distribution is an extra: `countersign-bot[teams]`, say.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from bots.settings.values import Settings

IsInstalled = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Feature:
    """An extra, a module that comes with it, and the setting that cannot do without."""

    extra: str
    module: str
    needed_by: Callable[[Settings], str]


def is_installed(module: str) -> bool:
    """Whether this installation has the module; it is not loaded."""
    return find_spec(module) is not None


def missing_features(settings: Settings, has: IsInstalled = is_installed) -> Iterator[str]:
    """Say for each setting that needs a feature which is not installed what to install."""
    for feature in FEATURES:
        setting = feature.needed_by(settings)
        if setting and not has(feature.module):
            yield (
                f"{setting} needs a part of Countersign that is not installed here. "
                f"Install it with [{feature.extra}], or leave the setting out."
            )


def _url_of(*schemes: str) -> Callable[[Settings], str]:
    def setting(settings: Settings) -> str:
        for name, workspace in settings.workspaces.items():
            if workspace.url.get_secret_value().startswith(schemes):
                return f"workspaces.{name}.url"
        return ""

    return setting


def _teams(settings: Settings) -> str:
    return "surfaces.teams" if settings.surfaces.teams else ""


def _models(settings: Settings) -> str:
    if settings.models is not None:
        return "models"
    return "embeddings" if settings.embeddings is not None else ""


def _traces(settings: Settings) -> str:
    return "telemetry.traces" if settings.telemetry.traces else ""


FEATURES: Final = (
    Feature("duckdb", "duckdb", _url_of("duckdb:")),
    Feature("mysql", "pymysql", _url_of("mysql:", "mysql+", "mariadb:", "mariadb+")),
    Feature("teams", "botbuilder", _teams),
    Feature("models", "pydantic_ai", _models),
    Feature("telemetry", "opentelemetry.sdk", _traces),
)
