"""How a reviewer's decision says in which form an answer is to be kept."""

from typing import Final

from pipeline.checkpoint import EDITED_SQL, Decision
from review.ports.promotion import Wish

# A choice of an approval: keep the query for such questions, or approve only this answer.
KEEP = "keep"
ONLY_THIS = "only_this"
QUESTION = "question"
PARAPHRASES = "paraphrases"
# Of a form only: the proposed wordings that were ticked, which become paraphrases.
PROPOSED = "proposed"
CHANGING = "changing"
# All that a verdict on an answer may say, besides its note.
CASE_CHOICES: Final = {KEEP: ONLY_THIS}
CASE_VALUES: Final = frozenset({QUESTION, PARAPHRASES, CHANGING, EDITED_SQL})


def wish_of(decision: Decision) -> Wish:
    """What the promotion form said; nothing where there was none."""
    values = decision.values
    lines = values.get(PARAPHRASES, "").splitlines()
    names = values.get(CHANGING)
    return Wish(
        question=values.get(QUESTION, "").strip(),
        paraphrases=tuple(dict.fromkeys(line.strip() for line in lines if line.strip())),
        changing=None if names is None else frozenset(filter(None, names.split("\n"))),
    )
