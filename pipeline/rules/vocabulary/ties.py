"""Words that say of rows no more than that others belong to them."""

# In their first form: `projects not assigned yet`, `guides who were never booked`.
TYING_VERBS = frozenset(
    ("use", "assign", "mention", "list", "link", "associate", "connect", "relate", "involve",
     "record", "register", "reference", "include", "attach", "match", "pair", "cover", "represent",
     "feature", "affiliate", "tie", "refer", "document", "schedule", "book", "order", "utilize",
     "utilise", "occupy", "place", "take", "fill", "serve", "map", "tag")
)  # fmt: skip

# In `which courses are assigned`: of all rows only those that others belong to.
RESTRICTING_VERBS = frozenset(
    ("use", "assign", "mention", "link", "associate", "connect", "relate", "involve", "reference",
     "attach", "match", "pair", "book", "order", "utilize", "utilise", "occupy", "fill", "tag",
     "visit", "rent", "borrow", "loan", "purchase", "hire", "lease", "reserve", "redeem", "attend")
)  # fmt: skip

# `not compatible with the Laser`: no more than that nothing ties the one to the other.
TYING_ADJECTIVES = frozenset(
    ("compatible", "suitable", "suited", "present", "responsible", "applicable", "fit",
     "fitted")
)  # fmt: skip

# Rows of whatever table, in the singular: `pilots without any record`.
ROWS_OF_ANY = frozenset(("record", "row", "entry"))
