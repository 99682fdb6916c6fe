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

_MAGIC = b"countersign index 3\n"
_DIGEST = 64
_START = len(_MAGIC) + _DIGEST
_LENGTH = 8
_CHUNK = 1 << 20
# Reading all of so many vectors would hold up a start, and a wrong one can at most hide an answer:
# they are checked beside the work. Whatever is taken apart as a whole is checked before.
_ROWS, _MANY = "rows", 8 << 20


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
    kept, at that `version` of the workspace; `parts` are the index's own arrays. `checked` says
    that none of them is left to `check`.
    """

    model: str
    version: int = 0
    revisions: Mapping[str, int]
    numbers: Sequence[int]
    queries: Sequence[str]
    texts: Sequence[str]
    parts: Mapping[str, Part]
    checked: bool = True


class _Array(BaseModel):
    model_config = ConfigDict(frozen=True)
    dtype: str
    shape: tuple[int, ...]
    at: int
    sha256: str

    @property
    def size(self) -> int:
        """Its bytes."""
        return int(np.prod(self.shape, dtype=np.int64)) * np.dtype(self.dtype).itemsize


class _Header(BaseModel):
    model_config = ConfigDict(frozen=True)
    model: str
    version: int
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
        digest = hashlib.sha256(_bytes(array)).hexdigest()
        places[name] = _Array(dtype=array.dtype.str, shape=array.shape, at=at, sha256=digest)
        at += array.nbytes + -array.nbytes % _LENGTH
    header = _Header(model=content.model, version=content.version, arrays=places)
    written = header.model_dump_json().encode()
    written += b" " * (-(_START + _LENGTH + len(written)) % _LENGTH)
    head = len(written).to_bytes(_LENGTH, "little") + written
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{os.getpid()}.partial")
    with partial.open("wb") as file:
        file.write(_MAGIC + hashlib.sha256(head).hexdigest().encode() + head)
        for array in arrays.values():
            file.write(_bytes(array))
            file.write(b"\0" * (-array.nbytes % _LENGTH))
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _bytes(array: Part) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def load(path: Path, *, model: str) -> IndexContent | None:
    """The content that was kept for that model; None if there is none. Raises DamagedIndexError.

    Its arrays are views of the file and are read when they are used; `check` reads what is not
    checked here.
    """
    if not path.exists():
        return None
    body, header, first = _opened(path)
    if header.model != model:
        return None
    _compare(
        path, body, first, [part for name, part in header.arrays.items() if _early(name, part)]
    )
    try:
        return _content(body, header, first)
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedIndexError(path, "unreadable arrays") from error


def check(path: Path) -> None:
    """Read what `load` left unread. Raises DamagedIndexError."""
    body, header, first = _opened(path)
    later = [part for name, part in header.arrays.items() if not _early(name, part)]
    _compare(path, body, first, later)


def _early(name: str, part: _Array) -> bool:
    return name.rpartition(".")[2] != _ROWS or part.size <= _MANY


def _opened(path: Path) -> tuple[memoryview, _Header, int]:
    """The file as it lies on disk, its header, and where its arrays begin."""
    with path.open("rb") as file:
        if path.stat().st_size < _START + _LENGTH:
            raise DamagedIndexError(path, "too short")
        body = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if bytes(body[: len(_MAGIC)]) != _MAGIC:
        raise DamagedIndexError(path, "unknown format")
    first = _START + _LENGTH + int.from_bytes(body[_START : _START + _LENGTH], "little")
    if hashlib.sha256(body[_START:first]).hexdigest().encode() != bytes(body[len(_MAGIC) : _START]):
        raise DamagedIndexError(path, "wrong checksum")
    try:
        return body, _Header.model_validate_json(bytes(body[_START + _LENGTH : first])), first
    except ValidationError as error:
        raise DamagedIndexError(path, "unreadable header") from error


def _compare(path: Path, body: memoryview, first: int, arrays: Sequence[_Array]) -> None:
    for array in arrays:
        digest, start = hashlib.sha256(), first + array.at
        for at in range(start, start + array.size, _CHUNK):
            digest.update(body[at : min(at + _CHUNK, start + array.size)])
        if digest.hexdigest() != array.sha256:
            raise DamagedIndexError(path, "wrong checksum")


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


def _content(body: memoryview, header: _Header, first: int) -> IndexContent:
    parts = {name: _array(body, array, first) for name, array in header.arrays.items()}
    table = json.loads(parts.pop("table").tobytes())
    return IndexContent(
        model=header.model,
        version=header.version,
        revisions=dict(zip(table["revised"], table["revisions"], strict=True)),
        numbers=table["numbers"],
        queries=table["queries"],
        texts=table["texts"],
        parts=parts,
        checked=all(_early(name, array) for name, array in header.arrays.items()),
    )


def _array(body: memoryview, array: _Array, start: int) -> Part:
    count = int(np.prod(array.shape, dtype=np.int64))
    at = start + array.at
    return np.frombuffer(body, np.dtype(array.dtype), count, at).reshape(array.shape)
