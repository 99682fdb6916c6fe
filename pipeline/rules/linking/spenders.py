"""`Our biggest spenders`: the people that what was bought belongs to, by what they spent."""

import re

from pipeline.rules.schema.known import Known
from pipeline.rules.tagging.deeds import people_of, tables_of_deed
from pipeline.rules.text.plain_words import plural
from pipeline.rules.text.words import lemmas_of, name_words, words_of

_SPENDERS = re.compile(
    r"\b(?:top|best|biggest|largest|highest|heaviest)\s+(?P<number>\d+\s+)?(?P<word>spenders?)\b",
    re.IGNORECASE,
)
_BOUGHT = "bought"
# Who buys, and who sells or delivers what they buy.
_BUYERS = frozenset(
    ("customer", "client", "buyer", "member", "account", "user", "guest", "shopper", "subscriber",
     "patron", "organization", "organisation")
)  # fmt: skip


def with_spenders(question: str, about: Known) -> str:
    """The question with the rows that keep such people, where one table does."""
    said = _SPENDERS.search(question)
    if said is None or about.lexicon.find(words_of(said["word"])):
        return question
    bought = tables_of_deed(_BOUGHT, "", about)
    owners = {edge.right for key in bought for edge in about.joins.edges(key) if not edge.multiplies}
    buyers = [key for key in sorted(owners) if _BUYERS & {*lemmas_of(key)}]
    found = buyers or people_of(bought, about)
    if len(found) != 1:
        return question
    rows = plural(" ".join(name_words(about.table(found[0]).name)))
    alone = "" if said["word"].lower().endswith("s") else "1 "
    return _SPENDERS.sub(f"top {said['number'] or alone}{rows} by spending", question)
