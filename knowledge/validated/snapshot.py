"""The vectors of a workspace's wordings on disk, so that a start does not embed them again."""

import hashlib
import io
import os
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.embeddings import Vectors
from knowledge.matching import Vectorised

_MAGIC = b"countersign vectors 1\n"
_DIGEST = 64


class DamagedSnapshotError(Exception):
    """The file is not what was written; the rows are the truth and rebuild it."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} is damaged ({reason}) and is rebuilt from the rows")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Vectors by wording, from one model."""

    model: str
    wordings: tuple[str, ...]
    dense: Vectors
    masked: Vectors

    def of(self, wordings: Sequence[str]) -> Vectorised:
        """The vectors of wordings, all of which it holds."""
        place = {wording: number for number, wording in enumerate(self.wordings)}
        chosen = [place[wording] for wording in wordings]
        return Vectorised(self.dense[chosen], self.masked[chosen])


def save(snapshot: Snapshot, path: Path) -> None:
    """Write it whole or not at all."""
    buffer = io.BytesIO()
    np.savez(
        buffer,
        model=np.array(snapshot.model),
        wordings=np.frombuffer("\0".join(snapshot.wordings).encode(), dtype=np.uint8),
        dense=snapshot.dense,
        masked=snapshot.masked,
    )
    body = buffer.getvalue()
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.partial")
    with partial.open("wb") as file:
        file.write(_MAGIC + hashlib.sha256(body).hexdigest().encode() + body)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def load(path: Path, *, model: str) -> Snapshot | None:
    """The snapshot of that model; None if there is none. Raises DamagedSnapshotError."""
    if not path.exists():
        return None
    content = path.read_bytes()
    start = len(_MAGIC) + _DIGEST
    if not content.startswith(_MAGIC) or len(content) < start:
        raise DamagedSnapshotError(path, "unknown format")
    body = content[start:]
    if hashlib.sha256(body).hexdigest().encode() != content[len(_MAGIC) : start]:
        raise DamagedSnapshotError(path, "wrong checksum")
    snapshot = _parsed(path, body)
    return snapshot if snapshot.model == model else None


def _parsed(path: Path, body: bytes) -> Snapshot:
    try:
        with np.load(io.BytesIO(body), allow_pickle=False) as data:
            text = data["wordings"].tobytes().decode()
            wordings = tuple(text.split("\0")) if text else ()
            return Snapshot(str(data["model"]), wordings, data["dense"], data["masked"])
    except (ValueError, KeyError, zipfile.BadZipFile) as error:
        raise DamagedSnapshotError(path, "unreadable arrays") from error
