"""Where in a question the words stand that say what is asked for, and how it belongs together."""

from collections.abc import Iterator, Sequence

from pipeline.rules.drafting.draft import Said
from pipeline.rules.tagging.tag import Tagged
from pipeline.rules.vocabulary import LINKING_VERBS

_SHOWING = frozenset(("return", "show", "give", "list", "provide", "display", "report", "include"))


def lists_behind(tags: Tagged) -> frozenset[int]:
    """Where a sentence ends behind which another one says what is to be shown."""
    lower = [word.lower for word in tags.words]
    return frozenset(
        n for n, word in enumerate(lower[:-1]) if word in ".?!" and lower[n + 1] in _SHOWING
    )


# `but only those with tours`: which rows are asked for, not what all of theirs are.
_LIMITS = tuple([word] for word in ("those", "these", "if", "where", "when", "ones"))


_WHOLES = frozenset(("all", "every", "each"))
_THEIRS = (["their"], ["its"], ["his"], ["her"])
_HAVING = (["had"], ["have"], ["has"], ["with"])


def _of_every_one(lower: Sequence[str]) -> Iterator[int]:
    """Where it is said of every other row: `all of whose loans`, `had all their loans waived`.

    `Not all of whose` is said of some.
    """
    for n, word in enumerate(lower):
        before, after = lower[max(n - 1, 0) : n], list(lower[n + 1 : n + 4])
        if word not in _WHOLES or before == ["not"]:
            continue
        after = after[1:] if after[:1] == ["one"] else after
        own = after[1:2] if after[:1] == ["of"] else after[:1]
        those = before == ["whose"] or (before == ["with"] and word == "every")
        for_whom = lower[max(n - 2, 0) : n] == ["for", "whom"]
        if own == ["whose"]:
            # The rows stand right behind it.
            yield lower.index("whose", n)
        elif those or for_whom or (own in _THEIRS and before in _HAVING):
            yield n + 1 if after[:1] == ["of"] else n


def said_in(tags: Tagged) -> Said:
    """The verbs, and where words stand that join, lead from one to another, or mean all."""
    lower = [word.lower for word in tags.words]
    # `payments failed`, `guests of paid stays checked in`: right behind the rows that did it.
    ends = {item.last for item in tags.items if item.letter == "T"}
    done = {n for n, word in enumerate(lower) if n in ends and word.endswith("ed")}
    return Said(
        tags.verbs,
        tuple(n for n, word in enumerate(lower) if word in LINKING_VERBS),
        tuple(n for n, word in enumerate(lower) if word in ("to", "over", "out", "versus")),
        tuple(n for n, word in enumerate(lower) if word in ("all", "total", "overall", "every")),
        tuple(
            n
            for n, word in enumerate(lower)
            if word in ("only", "exclusively", "solely") and lower[n + 1 : n + 2] not in _LIMITS
        )
        + tuple(_of_every_one(lower)),
        tuple(n for n, word in enumerate(tags.words) if word.text in tags.verbs or n in done),
    )
