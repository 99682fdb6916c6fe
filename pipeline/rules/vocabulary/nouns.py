"""Small nouns that say of others what they are: keys, names, kinds and people."""

from collections.abc import Collection

# What tells the rows of a table apart, at the end of a column's name.
IDS = frozenset(("id", "key", "code", "uuid"))
# What is referred to by as well, though other things than keys are called so.
REFERENCES = IDS | {"no", "number", "symbol"}
# What names rows to people.
TITLES = frozenset(("name", "title"))
# What is told of most things beside their names.
LABELS = frozenset(("id", "code", "number"))

# Where somebody is or can be reached: many share one, and rows that do belong to nobody together.
PLACED = frozenset(
    ("postal", "postcode", "zip", "zipcode", "address", "street", "phone", "telephone", "mobile",
     "cell", "fax", "email")
)  # fmt: skip

PEOPLE = frozenset(("people", "person", "persons", "individuals"))
MEMBERS = PEOPLE | {"member", "members"}

# Those whom a firm has to do with: a table of the ones may be what people call the others.
HOLDERS = frozenset(
    ("account", "user", "customer", "client", "member", "subscriber", "player", "buyer", "shopper",
     "patron")
)  # fmt: skip

# `types of governments`, before what there are several of.
KINDS = frozenset(("type", "types", "kind", "kinds", "sort", "sorts", "variety", "varieties"))
# What comes in; and rows of what goes out, whose amounts are none of it.
EARNED = frozenset(
    ("revenue", "revenues", "income", "turnover", "earnings", "earning", "sales", "takings")
)
_SPENT = frozenset(
    ("expense", "cost", "refund", "return", "purchase", "bill", "payroll", "salary", "wage",
     "payout", "reimbursement", "chargeback", "fine", "loss", "debt", "budget", "target", "payable",
     "staff", "employee", "credit", "withdrawal", "discount")
)  # fmt: skip


def is_spent(words: Collection[str]) -> bool:
    """Whether rows that go by these words are of what is paid out, owed or planned."""
    return any(word in _SPENT or word.removesuffix("s") in _SPENT for word in words)


# What sorts rows, at the end of a column's name: many rows share one.
CATEGORIES = frozenset(
    ("type", "kind", "category", "class", "group", "status", "level", "genre")
)  # fmt: skip
