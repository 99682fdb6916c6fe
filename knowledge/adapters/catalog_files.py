"""Keeps catalogs in files between starts, so that a large warehouse is not read again at once."""

import contextlib
import hashlib
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from knowledge.catalog import Catalog

_CATALOG = TypeAdapter(Catalog)
# A file of another shape of catalog is not read.
_SHAPE = 3


class CatalogFiles:
    """Catalogs by workspace and URL, in a folder of this process's own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, workspace: str, url: str, *, changed: float = 0.0) -> Catalog | None:
        """The catalog as it was kept after the database `changed`; None where there is none."""
        path = self._path(workspace, url)
        try:
            if path.stat().st_mtime <= changed:
                return None
            return _CATALOG.validate_json(path.read_bytes())
        except (OSError, ValidationError):
            return None

    def save(self, catalog: Catalog, url: str) -> None:
        """Keeps the catalog in place of the one before. A full disk is no reason to fail."""
        path = self._path(catalog.workspace, url)
        fresh = path.with_suffix(".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # It holds values of the database: for this user's eyes only.
            fresh.touch(mode=0o600)
            fresh.write_bytes(_CATALOG.dump_json(catalog))
            fresh.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                fresh.unlink()

    def _path(self, workspace: str, url: str) -> Path:
        # The URL may hold a password: only its hash is written down.
        name = hashlib.sha256(f"{_SHAPE} {workspace} {url}".encode()).hexdigest()[:24]
        return self._folder / f"catalog-{name}.json"
