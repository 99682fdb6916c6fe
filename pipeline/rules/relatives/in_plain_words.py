"""A question in the words and the order that the rules read, which mean the same."""

from pipeline.rules.linking.ends_said import with_ends_said
from pipeline.rules.linking.ways_said import with_ways_said
from pipeline.rules.relatives.payments_said import with_payments_said
from pipeline.rules.relatives.superiors_said import with_superiors_said
from pipeline.rules.schema.known import Known
from pipeline.rules.text.scales import in_digits
from pipeline.rules.text.small_words import with_small_words
from pipeline.rules.text.word_order import in_plain_order
from pipeline.rules.vocabulary.numbers import SCALES


def in_plain_words(question: str, about: Known) -> str:
    """The question, as far as another wording of it is read more surely."""
    kept = [scale for scale in SCALES if {scale, f"{scale}s"} & about.lexicon.words]
    said = with_ends_said(with_small_words(question), about)
    said = with_payments_said(with_superiors_said(with_ways_said(said, about), about), about)
    return in_plain_order(in_digits(said, kept))
