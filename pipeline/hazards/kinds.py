"""The kinds of points that hazards ask about: what stands before the colon of a point's id."""

COPY, CROWD, DELETED, VARIANTS, THROUGH, UNUSED, WIDENED, RANKED, COUNTED = (
    "copy", "crowd", "deleted", "variants", "through", "unused", "widened", "ranked", "counted",
)  # fmt: skip
# What only people know of their data: no model is asked first, and nothing is assumed.
OF_THE_DATA = frozenset((COPY, CROWD, DELETED, VARIANTS))
# What is never taken without somebody's word.
UNSETTLED = OF_THE_DATA | {THROUGH, UNUSED, WIDENED, RANKED, COUNTED}
# What holds for every question, so that an answer may be kept for everybody.
SAVED = frozenset((COPY, DELETED, VARIANTS))
