"""The prepared index of a workspace on disk, so that a start neither embeds nor trains again."""

import hashlib
import json
import mmap
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from knowledge.embeddings import Part

_MAGIC = b"countersign index 2\n"
_DIGEST = 64
_START = len(_MAGIC) + _DIGEST
_LENGTH = 8
_CHUNK = 1 << 20


class DamagedIndexError(Exception):
    """The file is not what was written; the rows are the truth and rebuild it."""

    def __init__(self, path: Path, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path} is damaged ({reason}) and is rebuilt from the rows")


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexContent:
    """All wordings of a workspace with what one model made of them.

    `numbers`, `queries` and `texts` are columns: the number that the index knows a wording by, the
    query that it asks for, and the wording. `revisions` are those of the queries' rows when it was
    kept; `parts` are the index's own arrays.
    """

    model: str
    revisions: Mapping[str, int]
    numbers: Sequence[int]
    queries: Sequence[str]
    texts: Sequence[str]
    parts: Mapping[str, Part]


class _Array(BaseModel):
    model_config = ConfigDict(frozen=True)
    dtype: str
    shape: tuple[int, ...]
    at: int


class _Header(BaseModel):
    model_config = ConfigDict(frozen=True)
    model: str
    arrays: dict[str, _Array]


def save(content: IndexContent, path: Path) -> None:
    """Write it whole or not at all."""
    table = {
        "numbers": list(content.numbers),
        "queries": list(content.queries),
        "texts": list(content.texts),
        "revised": list(content.revisions),
        "revisions": list(content.revisions.values()),
    }
    listed = np.frombuffer(json.dumps(table).encode(), dtype=np.uint8)
    arrays = {name: np.ascontiguousarray(part) for name, part in content.parts.items()}
    arrays["table"] = listed
    places: dict[str, _Array] = {}
    at = 0
    for name, array in arrays.items():
        places[name] = _Array(dtype=array.dtype.str, shape=array.shape, at=at)
        at += array.nbytes + -array.nbytes % _LENGTH
    header = _Header(model=content.model, arrays=places).model_dump_json().encode()
    header += b" " * (-(_START + _LENGTH + len(header)) % _LENGTH)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.partial")
    digest = hashlib.sha256()
    with partial.open("wb") as file:
        file.write(_MAGIC + b"0" * _DIGEST)
        for body in (len(header).to_bytes(_LENGTH, "little"), header, *_padded(arrays)):
            digest.update(body)
            file.write(body)
        file.seek(len(_MAGIC))
        file.write(digest.hexdigest().encode())
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _padded(arrays: Mapping[str, Part]) -> list[bytes | memoryview]:
    found: list[bytes | memoryview] = []
    for array in arrays.values():
        body = array.reshape(-1).view(np.uint8).data
        found += [body, b"\0" * (-array.nbytes % _LENGTH)]
    return found


def load(path: Path, *, model: str) -> IndexContent | None:
    """The content that was kept for that model; None if there is none. Raises DamagedIndexError.

    Its arrays are views of the file and are read when they are used.
    """
    if not path.exists():
        return None
    with path.open("rb") as file:
        if path.stat().st_size < _START + _LENGTH:
            raise DamagedIndexError(path, "too short")
        body = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if bytes(body[: len(_MAGIC)]) != _MAGIC:
        raise DamagedIndexError(path, "unknown format")
    digest = hashlib.sha256()
    for start in range(_START, len(body), _CHUNK):
        digest.update(body[start : start + _CHUNK])
    if digest.hexdigest().encode() != bytes(body[len(_MAGIC) : _START]):
        raise DamagedIndexError(path, "wrong checksum")
    try:
        return _content(body, model)
    except (ValidationError, ValueError, KeyError, TypeError) as error:
        raise DamagedIndexError(path, "unreadable arrays") from error


def model_of(path: Path) -> str:
    """The sentence model that the file was kept for; empty where there is none to be read."""
    try:
        with path.open("rb") as file:
            first = file.read(_START + _LENGTH)
            length = int.from_bytes(first[_START:], "little")
            header = file.read(min(length, path.stat().st_size))
        known = first.startswith(_MAGIC)
        return _Header.model_validate_json(header).model if known else ""
    except (OSError, ValidationError):
        return ""


def _content(body: memoryview, model: str) -> IndexContent | None:
    first = _START + _LENGTH
    length = int.from_bytes(body[_START:first], "little")
    header = _Header.model_validate_json(bytes(body[first : first + length]))
    if header.model != model:
        return None
    parts = {name: _array(body, array, first + length) for name, array in header.arrays.items()}
    table = json.loads(parts.pop("table").tobytes())
    return IndexContent(
        model=model,
        revisions=dict(zip(table["revised"], table["revisions"], strict=True)),
        numbers=table["numbers"],
        queries=table["queries"],
        texts=table["texts"],
        parts=parts,
    )


def _array(body: memoryview, array: _Array, start: int) -> Part:
    count = int(np.prod(array.shape, dtype=np.int64))
    at = start + array.at
    return np.frombuffer(body, np.dtype(array.dtype), count, at).reshape(array.shape)
