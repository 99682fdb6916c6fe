"""Words that carry no meaning of their own, and spellings that are one word."""

from collections.abc import Mapping


def words(text: str) -> frozenset[str]:
    """The words of a list, written as one text."""
    return frozenset(text.split())


# Words that never carry meaning of their  here, whatever a column is called.
FUNCTION = words(
    """a about according across against all along also am among an and any are as at be because
    been being both by can concerning could d did do does doing either ever for from
    had has have having he hello her hi him his how i if in into is it its itself just ll m many
    may me might much must my of ok okay on our please re regarding s shall she should so
    some such t than thank thanks that the their them themselves  there these they this
    those to  too upon us ve very via was we were what when where whether which
    while who whom whose will with within would yet you your"""
)
# Words that add nothing unless the database has something of that name.
FILLER = words(
    """  another anyone appear appearing appears associate associated
    belong belongs between call called certain  consist contain contained contains
    correspond corresponding corresponds  database during entire entitled entries entry
    every exactly exist  exists get gets going got happen happened held help here
    hold holds involve involved kindly know let lets list listed
    listing lists locate located look looking made make makes more named need  obtain occur
    occurred offer offered offers one ones other own  particular people per person
     possible provided quickly record recorded records relate related respective
    respectively see several situated someone specific table think throughout titled use used
    uses using various want whole"""
)
LIGHT = FUNCTION | FILLER
# The month, told apart from the verb by what stands around it.
MAY = "may_month"
BEFORE_MONTHS = words(
    "in of since until till by before after during last this next early late through between"
)
# Verbs that ask for an answer where a sentence or clause begins.
REQUESTS = words(
    """calculate compute count describe determine display find get give identify list name output
    present print provide report retrieve return select show state tell"""
)
# Words around a question that do not change it.
POLITE = words("can could you please tell me us i want to know would like hi hello if thanks")

# Collapsed to one word before anything else, since their parts mean something else alone.
COMPOUNDS: Mapping[tuple[str, str], str] = {
    ("first", "name"): "firstname",
    ("first", "names"): "firstname",
    ("given", "name"): "firstname",
    ("given", "names"): "firstname",
    ("last", "name"): "lastname",
    ("last", "names"): "lastname",
    ("family", "name"): "lastname",
    ("family", "names"): "lastname",
    ("middle", "name"): "middlename",
    ("middle", "names"): "middlename",
    ("full", "name"): "fullname",
    ("full", "names"): "fullname",
    ("zip", "code"): "zipcode",
    ("zip", "codes"): "zipcode",
    ("postal", "code"): "zipcode",
    ("postal", "codes"): "zipcode",
    ("post", "code"): "zipcode",
    ("head", "office"): "headquarters",
    ("head", "offices"): "headquarters",
    ("e", "mail"): "email",
    ("web", "site"): "website",
    ("phone", "number"): "phone",
    ("phone", "numbers"): "phone",
    ("telephone", "number"): "phone",
    ("telephone", "numbers"): "phone",
    ("order", "value"): "ordervalue",
    ("basket", "size"): "ordervalue",
    ("how", "old"): "age",
    ("how", "long"): "duration",
    ("how", "far"): "distance",
    ("how", "often"): "frequency",
    ("how", "much"): "howmuch",
}

CURRENCIES: Mapping[str, str] = {
    "$": "usd",
    "€": "eur",
    "£": "gbp",
    "usd": "usd",
    "dollar": "usd",
    "eur": "eur",
    "euro": "eur",
    "gbp": "gbp",
}

ABBREVIATIONS: Mapping[str, str] = {
    "num": "number",
    "no": "number",
    "nbr": "number",
    "qty": "quantity",
    "amt": "amount",
    "dept": "department",
    "desc": "description",
    "descr": "description",
    "addr": "address",
    "cust": "customer",
    "emp": "employee",
    "prod": "product",
    "cat": "category",
    "lat": "latitude",
    "long": "longitude",
    "lng": "longitude",
    "temp": "temperature",
    "fname": "firstname",
    "lname": "lastname",
    "stu": "student",
    "prof": "professor",
    "bldg": "building",
    "yr": "year",
    "dob": "birth",
    "tel": "phone",
    "img": "image",
    "pop": "population",
    "capt": "captain",
    "dest": "destination",
    "src": "source",
    "acct": "account",
    "inv": "invoice",
    "org": "organization",
    "mgr": "manager",
    "sal": "salary",
    "comm": "commission",
    "hq": "headquarters",
    "min": "min",
    "max": "max",
}
