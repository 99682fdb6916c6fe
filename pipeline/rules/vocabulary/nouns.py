"""Small nouns that say of others what they are: keys, names, kinds and people."""

from collections.abc import Collection

from pipeline.rules.vocabulary.words_on_file import lines_of, words_of

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

# By what people are reached, and which no place is called.
REACHED = frozenset(("phone", "telephone", "mobile", "cell", "fax", "email", "mail"))

PEOPLE = frozenset(("people", "person", "persons", "individuals"))
MEMBERS = PEOPLE | {"member", "members"}
# What one of them is called by what somebody does or is, whatever table keeps them.
PERSONS = words_of("people.txt")

# Whom and what people call alike, where a table may be called otherwise: a card offers it.
ROWS_ALIKE = tuple(frozenset(line.split()) for line in lines_of("rows_alike.txt"))

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


# Rows of which people say how much they were, as often as how many there were.
_MONEY = frozenset(
    ("payment", "fee", "expense", "cost", "charge", "donation", "fine", "refund", "salary", "wage",
     "contribution", "premium", "royalty", "deposit", "withdrawal", "debt", "spending", "tax")
)  # fmt: skip


def is_money(words: Collection[str]) -> bool:
    """Whether rows that go by these words are sums of money."""
    return any(word in _MONEY or word.removesuffix("s") in _MONEY for word in words)


# What sorts rows, at the end of a column's name: many rows share one.
CATEGORIES = frozenset(
    ("type", "kind", "category", "class", "group", "status", "level", "genre")
)  # fmt: skip
# Rows that are called after the one number that they hold.
MARKS = frozenset(("rating", "ratings", "score", "scores", "mark", "marks", "grade", "grades"))
