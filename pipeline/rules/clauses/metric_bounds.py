"""What a number with a name is compared with: `a GPA of at least 3`, `a GPA of 3.0 or better`."""

from dataclasses import replace

from pipeline.rules.schema.items import Stream
from pipeline.rules.text.words import lemma_of

# Of these more is no better.
_BAD = frozenset(
    ("late", "fail", "failed", "failure", "cancel", "cancelled", "cancellation", "loss", "lost",
     "churn", "return", "returned", "error", "damage", "damaged", "drop", "refund", "overdue",
     "cost", "complaint", "defect", "delay", "death", "bounce", "absence", "risk")
)  # fmt: skip


def best_of_metrics(stream: Stream) -> None:
    """`the best KDR` is the highest, where more of the number is not worse."""
    for sign, number in zip(stream.items, stream.items[1:], strict=False):
        if (sign.letter, number.letter) != ("s", "M") or sign.text.lower() not in ("best", "worst"):
            continue
        if not _BAD & {lemma_of(word) for word in number.text.lower().split()}:
            sign.payload = ("desc" if sign.text.lower() == "best" else "asc", "")


def metric_bounds(stream: Stream) -> None:
    """Set the comparison right behind the number's name."""
    best_of_metrics(stream)
    items = stream.items
    for at in range(len(items) - 2, -1, -1):
        if items[at].letter != "M" or items[at + 1].letter != "p":
            continue
        behind = "".join(item.letter for item in items[at + 2 : at + 5])
        if behind.startswith("c#"):
            del items[at + 1]
        elif behind == "#|x" and items[at + 4].text.lower() == "better":
            number, better = items[at + 2], items[at + 4]
            sign = replace(better, letter="c", payload=">=", first=number.first)
            items[at + 1 : at + 5] = [sign, number]
