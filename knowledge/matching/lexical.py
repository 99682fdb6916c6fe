"""Lexical search: BM25 over short texts, packed in arrays at rest and loose while it grows."""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from knowledge.embeddings import Part

_SMALL = 1_000
# A word in more than one of so many texts says little, and takes long.
_RARE = 20
_GAIN, _LENGTH = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class _Packed:
    """Postings in arrays: of word `w`, `places[starts[w]:starts[w + 1]]` and as many `times`."""

    words: Mapping[str, int]
    starts: Part
    places: Part
    times: Part
    numbers: Part
    lengths: Part


_EMPTY = np.zeros(0, dtype=np.int64)
_NOTHING = _Packed({}, np.zeros(1, dtype=np.int64), _EMPTY, _EMPTY, _EMPTY, _EMPTY)


class LexicalIndex:
    """Finds rare words, codes and names that a sentence model blurs."""

    def __init__(self) -> None:
        self._packed = _NOTHING
        self._gone = np.zeros(0, dtype=np.bool_)
        self._counts: dict[int, Counter[str]] = {}
        self._lengths: dict[int, int] = {}
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        self._length = 0
        self._held = 0

    def add(self, number: int, words: Iterable[str]) -> None:
        self.remove(number)
        counts = Counter(words)
        self._counts[number] = counts
        self._lengths[number] = counts.total()
        self._length += self._lengths[number]
        self._held += 1
        for word, count in counts.items():
            self._postings[word][number] = count

    def remove(self, number: int) -> None:
        counts = self._counts.pop(number, None)
        if counts is None:
            self._remove_packed(number)
            return
        for word in counts:
            del self._postings[word][number]
        self._length -= self._lengths.pop(number)
        self._held -= 1

    def search(self, words: Iterable[str], count: int) -> list[int]:
        """The texts that share the rarest words with the query."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(words):
            loose = self._postings.get(word, {})
            places, times = self._of(word)
            found = len(loose) + len(places)
            if self._held > _SMALL and found > self._held // _RARE:
                continue
            rarity = math.log(1 + (self._held - found + 0.5) / (found + 0.5))
            for number, often in loose.items():
                scores[number] += rarity * self._weight(often, self._lengths[number])
            lengths = self._packed.lengths[places]
            for place, often, length in zip(
                places.tolist(), times.tolist(), lengths.tolist(), strict=True
            ):
                number = int(self._packed.numbers[place])
                scores[number] += rarity * self._weight(often, length)
        return sorted(scores, key=lambda number: -scores[number])[:count]

    def parts(self) -> dict[str, Part]:
        """All of it as arrays; `words` is a JSON list in bytes."""
        kept = self._all()
        numbers = np.asarray(sorted(kept), dtype=np.int64)
        place = {int(number): at for at, number in enumerate(numbers)}
        postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, counts in kept.items():
            for word, often in counts.items():
                postings[word].append((place[number], often))
        sizes = [len(listed) for listed in postings.values()]
        flat = np.asarray([pair for listed in postings.values() for pair in listed], dtype=np.int32)
        flat = flat.reshape(-1, 2)
        return {
            "words": np.frombuffer(json.dumps(list(postings)).encode(), dtype=np.uint8),
            "starts": np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64),
            "places": flat[:, 0].copy(),
            "times": flat[:, 1].copy(),
            "numbers": numbers,
            "lengths": np.asarray([kept[int(n)].total() for n in numbers], dtype=np.int32),
        }

    def restore(self, parts: Mapping[str, Part]) -> None:
        """Be again what gave these parts; only for an index that is still empty."""
        words = json.loads(parts["words"].tobytes())
        arrays = {name: np.array(parts[name]) for name in _ARRAYS}
        self._packed = _Packed({word: at for at, word in enumerate(words)}, **arrays)
        self._gone = np.zeros(len(self._packed.numbers), dtype=np.bool_)
        self._held = len(self._packed.numbers)
        self._length = int(self._packed.lengths.sum())

    def _weight(self, often: int, length: int) -> float:
        share = length * self._held / (self._length or 1)
        return often * (_GAIN + 1) / (often + _GAIN * (1 - _LENGTH + _LENGTH * share))

    def _of(self, word: str) -> tuple[Part, Part]:
        """Where the packed texts with a word are, and how often each has it."""
        packed = self._packed
        at = packed.words.get(word)
        if at is None:
            return _EMPTY, _EMPTY
        start, end = packed.starts[at], packed.starts[at + 1]
        places, times = packed.places[start:end], packed.times[start:end]
        there = ~self._gone[places]
        return places[there], times[there]

    def _remove_packed(self, number: int) -> None:
        place = int(np.searchsorted(self._packed.numbers, number))
        there = place < len(self._packed.numbers) and self._packed.numbers[place] == number
        if there and not self._gone[place]:
            self._gone[place] = True
            self._held -= 1
            self._length -= int(self._packed.lengths[place])

    def _all(self) -> dict[int, Counter[str]]:
        """The words of every text, packed or loose."""
        kept: dict[int, Counter[str]] = {
            int(number): Counter()
            for number, gone in zip(self._packed.numbers, self._gone, strict=True)
            if not gone
        }
        for word in self._packed.words:
            places, times = self._of(word)
            for place, often in zip(places.tolist(), times.tolist(), strict=True):
                kept[int(self._packed.numbers[place])][word] = often
        return kept | self._counts


_ARRAYS = ("starts", "places", "times", "numbers", "lengths")
