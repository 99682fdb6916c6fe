"""The words that steer a question's meaning: operators, fillers, units, and sets of equal terms."""

from collections.abc import Mapping

_OPERATORS: Mapping[str, str] = {
    "GT": "more than|greater than|larger than|higher than|bigger than|over|above|exceed|exceeds|"
    "exceeding|exceeded|in excess of|beyond|better than|surpass|surpasses",
    "LT": "less than|fewer than|smaller than|lower than|under|below|beneath|worse than",
    "GE": "at least|no less than|no fewer than|not less than|not fewer than|or more|or greater|"
    "or higher|or above|or over|or larger|and above|and over|and up|greater than or equal to|"
    "more than or equal to|larger than or equal to|minimum of|a minimum of|not below|not under",
    "LE": "at most|no more than|not more than|no greater than|or less|or fewer|or lower|or below|"
    "or under|or smaller|and below|and under|less than or equal to|fewer than or equal to|up to|"
    "no higher than|not over|not above|not exceeding|a maximum of",
    "EQ": "exactly|equal to|equals|equal|precisely",
    "BETWEEN": "between|within the range of|within the range|in the range of|in the range|"
    "ranging from|range from|ranges from",
    "BEFORE": "before|prior to|earlier than|preceding",
    "AFTER": "after|later than",
    "SINCE": "since|starting from|starting in|onwards|onward|or later|as of",
    "UNTIL": "until|till|or earlier|or before",
    "MAX": "highest|largest|greatest|biggest|maximum|max|maximal|top|peak|uppermost|"
    "the most amount of",
    "MIN": "lowest|smallest|minimum|min|minimal|tiniest|bottom",
    "MOST": "most|most common|most popular|most frequent|most frequently|most often|"
    "most number of|most commonly|largest number of|greatest number of|highest number of|"
    "maximum number of|biggest number of|max number of|the most frequently|most widely|"
    "largest amount of|the largest count of|most frequently used|the most times|most times",
    "FEWEST": "fewest|least|least number of|smallest number of|lowest number of|least common|"
    "minimum number of|min number of|least popular|least frequent|fewest number of|least often|"
    "least frequently|least commonly|smallest amount of",
    "AVG": "average|averages|averaged|mean|avg|on average|average of",
    "SUM": "total|totals|sum|sum of|overall|altogether|combined|in total|summed|total of|"
    "sum up|grand total",
    "COUNT": "how many|number of|numbers of|count|counts|count of|total number of|"
    "count up|count the number of|count number of|count how many|count the total number of|"
    "count all|count all the|total count of|how many total|a count of|total numbers of|how many times",
    "MEDIAN": "median|medians",
    "STDDEV": "standard deviation|variance|stddev",
    "PERCENT": "percentage|percentages|percent|proportion|fraction",
    "RATIO": "ratio|ratios",
    "RUNNING": "running total|cumulative|rolling|moving average",
    "NOT": "not|no|never|none|without|except|except for|excluding|exclude|excludes|excluded|"
    "cannot|neither|nor|other than|apart from|besides|outside|outside of|instead of|n't|"
    "rather than|non|lack|lacks|lacking|aside from|don t|doesn t|didn t|isn t|aren t|wasn t|"
    "weren t|hasn t|haven t|hadn t|won t|can t|couldn t|wouldn t|shouldn t|dont|doesnt|didnt",
    "DISTINCT": "distinct|different|unique|distinctive|differing|unique number of|"
    "different kinds of|without repetition|without duplicates",
    "OR": "or",
    "OR_GT": "or more than|or greater than|or higher than",
    "OR_LT": "or less than|or fewer than|or lower than",
    "ONLY": "only|just|solely|exclusively|alone",
    "EACH": "for each|each|every|per|for every|for all|grouped by|group by|broken down by|"
    "of each|in each|by each|for each of|for each of the|split by",
    "ASC": "ascending|increasing|ascendingly|from low to high|lowest to highest|"
    "smallest to largest|from lowest to highest|from smallest to largest|low to high|"
    "lowest first|smallest first|from least to most|least to most|earliest to latest|"
    "from earliest to latest|from youngest to oldest|youngest to oldest|fewest to most|"
    "oldest to newest|in ascending order|in increasing order|shortest to longest",
    "ALPHA": "alphabetical|alphabetically|alphabetic|lexicographical|lexicographic|"
    "lexicographically",
    "DESC": "descending|decreasing|descendingly|from high to low|highest to lowest|"
    "largest to smallest|from highest to lowest|from largest to smallest|high to low|"
    "highest first|largest first|biggest first|most to least|from most to least|"
    "latest to earliest|from latest to earliest|oldest to youngest|from oldest to youngest|"
    "most to fewest|newest to oldest|newest first|most recent first|in descending order|"
    "in decreasing order|reverse|longest to shortest|descend",
    "SORT": "sorted by|sort by|ordered by|order by|in order of|in the order of|sorted|sort|"
    "arranged by|arrange by|ordered in|sorted in|order of|order them by|rank by|"
    "listed in|ranked by|ordered|listed by|organized by|sorted according to|ordered according to",
    "FIRST": "first",
    "LAST": "last|final|past|over the past|over the last|in the past|in the last|during the last|"
    "during the past|within the last|within the past",
    "NEXT": "next|upcoming|coming|over the next",
    "SECOND": "second|2nd|runner up",
    "THIRD": "third|3rd",
    "FOURTH": "fourth|4th|fifth|5th",
    "FISCAL": "fiscal|financial year|fy|fiscal year",
    "CALENDAR": "calendar year|calendar",
    "THAN_AVERAGE": "above average",
    "AND": "not only|but also|as well as",
    "EVEN": "even",
    "ODD": "odd",
    "SAME": "same|identical",
    "TIED": "tied|ties",
    "STARTS": "starts with|start with|starting with|begins with|begin with|beginning with|"
    "started with",
    "ENDS": "ends with|end with|ending with|ended with|ends in|ending in",
    "TODAY": "today",
    "YESTERDAY": "yesterday",
    "TOMORROW": "tomorrow",
    "YTD": "ytd|year to date",
    "QTD": "qtd|quarter to date",
    "MTD": "mtd|month to date",
    "LTM": "ltm|ttm|trailing twelve months",
    "YOY": "yoy|year over year|year on year",
    "MOM": "mom|month over month|month on month",
    "H1": "h1|first half|first half of",
    "H2": "h2|second half|second half of",
    "Q1": "q1|first quarter",
    "Q2": "q2|second quarter",
    "Q3": "q3|third quarter",
    "Q4": "q4|fourth quarter",
}

# One word that says an operator and what it is measured on: "oldest" is the highest age.
_MEASURED: Mapping[str, tuple[str, str]] = {
    "GT": ("older than=age|taller than=tall|heavier than=heavy|longer than=long", ""),
    "LT": ("younger than=age|shorter than=short|lighter than=heavy|cheaper than=price", ""),
    "MAX": (
        "oldest=age|eldest=age|tallest=tall|heaviest=heavy|longest=long|fastest=fast|"
        "latest=recent|newest=recent|most recent=recent|most recently=recent|best=good|"
        "most expensive=price|richest=rich|priciest=price|deepest=deep|widest=wide|"
        "farthest=far|furthest=far|strongest=strong|busiest=busy|costliest=price|hottest=hot",
        "",
    ),
    "MIN": (
        "youngest=age|shortest=short|lightest=heavy|slowest=fast|earliest=early|worst=good|"
        "least expensive=price|cheapest=price|poorest=rich|nearest=far|closest=far|"
        "weakest=strong|coldest=hot",
        "",
    ),
}
_GT_MORE = "more expensive than=price|faster than=fast|wider than=wide|deeper than=deep"

_TIME_UNITS = ("day", "week", "month", "quarter", "year", "hour", "semester", "season", "decade")
_GRAINS = {
    "day": "daily",
    "week": "weekly",
    "month": "monthly",
    "quarter": "quarterly",
    "year": "yearly|annual|annually",
    "hour": "hourly",
}
_RELATIVE = {
    "THIS": ("this", "current", "the current"),
    "LAST": ("last", "previous", "prior", "the previous"),
    "PAST": ("past", "the past"),
    "NEXT": ("next", "coming", "upcoming", "following"),
}


def _operator_phrases() -> dict[str, tuple[str, str]]:
    phrases = {
        phrase: (operator, "")
        for operator, listed in _OPERATORS.items()
        for phrase in listed.split("|")
    }
    for operator, (listed, _) in _MEASURED.items():
        phrases.update(_with_measure(operator, listed))
    phrases.update(_with_measure("GT", _GT_MORE))
    phrases.update(_time_phrases())
    return phrases


def _with_measure(operator: str, listed: str) -> dict[str, tuple[str, str]]:
    pairs = (item.split("=") for item in listed.split("|"))
    return {phrase: (operator, measure) for phrase, measure in pairs}


def _time_phrases() -> dict[str, tuple[str, str]]:
    phrases = {}
    for unit in _TIME_UNITS:
        for name, words in _RELATIVE.items():
            for word in words:
                phrases[f"{word} {unit}"] = (f"{name}:{unit}", "")
    for unit, adverbs in _GRAINS.items():
        for adverb in adverbs.split("|"):
            phrases[adverb] = (f"GRAIN:{unit}", "")
        for prefix in ("per", "by", "each", "for each", "every", "broken down by", "grouped by"):
            phrases[f"{prefix} {unit}"] = (f"GRAIN:{unit}", "")
    return phrases


PHRASES: Mapping[str, tuple[str, str]] = _operator_phrases()
LONGEST_PHRASE = max(len(phrase.split()) for phrase in PHRASES)

COMPARATORS = frozenset({"GT", "LT", "GE", "LE", "EQ", "BETWEEN", "BEFORE", "AFTER"}) | {
    "SINCE",
    "UNTIL",
}
AGGREGATES = frozenset({"AVG", "SUM", "COUNT", "MEDIAN", "STDDEV", "PERCENT", "RATIO", "RUNNING"})
SUPERLATIVES = frozenset({"MAX", "MIN", "MOST", "FEWEST", "FIRST", "LAST"}) | {
    "SECOND",
    "THIRD",
    "FOURTH",
}
DIRECTIONS = frozenset({"ASC", "DESC", "ALPHA", "SORT"})
SOFT = frozenset({"EACH", "EQ", "SORT", "AND"})
RELATIVE_TIMES = frozenset({"TODAY", "YESTERDAY", "TOMORROW", "YTD", "QTD", "MTD", "LTM"})
RELATIVE_PREFIXES = ("THIS:", "LAST:", "PAST:", "NEXT:")
TIME_UNITS = frozenset(_TIME_UNITS)

NUMBER_WORDS: Mapping[str, str] = (
    {
        word: str(number)
        for number, word in enumerate(
            "zero one two three four five six seven eight nine ten eleven twelve".split()
        )
    }
    | {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "hundred": "100"}
    | {
        "dozen": "12",
        "once": "1",
        "twice": "2",
    }
)

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

# Words that never carry meaning of their own here, whatever a column is called.
FUNCTION = frozenset(
    """a an the of for in on at to from by with as and is are was were be been being am do does did
    done doing have has had having there their its his her it they them we our us i me my you your
    he she him please can could would should will shall might may must what which who whom whose
    that those these this such so than then also well along together if any all some many much
    into out up itself themselves both either but yet whether where when while because
    ever s t d re ve ll m ok okay hi hello thanks thank about within across among
    according against upon via regarding concerning how just too very""".split()
)
# Words that add nothing unless the database has something of that name.
FILLER = frozenset(
    """exist exists belong belongs correspond corresponds corresponding associate associated
    relate related respective respectively involve involved contain contains contained include
    includes including consist make made makes need want know see possible recorded listed given
    one ones exactly here now currently every per more other another certain particular specific
    let lets help look looking use used using uses people person someone anyone record records
    entry entries database table existing appear appears appearing happen happened occur occurred
    kindly quickly offer offers offered located locate situated named name called call titled
    entitled get gets got obtain own owned hold held holds possess possesses think going
    available currently altogether total entire whole complete various several actual
    provided listing lists list between during throughout""".split()
) - {"name", "total"}
LIGHT = FUNCTION | FILLER
REQUESTS = frozenset(
    """show list give find return tell display get select compute calculate determine report
    provide present output retrieve print identify describe name state count""".split()
)
QUESTION_WORDS = frozenset({"who", "when", "where", "why"})

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

# Words of one row mean the same in a business question; words of two rows never do. A row may
# start with its domain: rows of one domain exclude each other, rows of different ones do not.
_CONCEPTS = """
money: revenue revenues sales turnover
money: profit profits earnings margin
money: cost costs expense expenses spend spending expenditure
money: price prices pricing
money: salary salaries wage wages pay
money: bonus bonuses
money: discount discounts rebate
money: tax taxes vat
money: fee fees charge
money: debt debts
money: budget budgets
money: refund refunds
money: balance
money: income
money: payment payments
net: net
net: gross
who: customer customers client clients buyer buyers patron
who: supplier suppliers vendor vendors
who: employee employees staff worker workers staffs personnel
who: manager managers supervisor supervisors boss
who: user users
who: subscriber subscribers
who: visitor visitors guest guests
who: member members
who: student students pupil pupils
who: teacher teachers instructor instructors professor professors lecturer lecturers faculty
who: advisor advisors adviser advisers
who: doctor doctors physician physicians
who: patient patients
who: nurse nurses
who: author authors writer writers
who: editor editors
who: owner owners
who: artist artists
who: actor actors actress
who: director directors
who: player players
who: coach coaches
who: pilot pilots aviator aviators
who: driver drivers
who: passenger passengers
who: host hosts
who: president presidents
who: citizen resident residents
thing: product products good goods item items merchandise
thing: service services
thing: order orders purchase purchases
thing: invoice invoices bill bills
thing: shipment shipments delivery deliveries
thing: return returns
thing: ticket tickets
thing: subscription subscriptions
thing: contract contracts
thing: account accounts
thing: policy policies
thing: claim claims
thing: loan loans
thing: deal deals
thing: lead leads
thing: session sessions
thing: campaign campaigns
thing: document documents file files
thing: book books
thing: paper papers article articles
thing: movie movies film films
thing: song songs track tracks
thing: album albums
thing: game games
thing: match matches
thing: race races
thing: course courses class classes
thing: car cars automobile vehicle vehicles
thing: ship ships vessel vessels boat
thing: plane aircraft airplane airplanes aeroplane
thing: flight flights
thing: airport airports
thing: train trains
thing: bus buses
thing: bike bikes bicycle bicycles
thing: trip trips tour tours journey journeys
thing: station stations terminal terminals
thing: phone phones telephone cellphone cellphones mobile
thing: photo photos picture pictures image images
thing: award awards prize prizes
thing: company companies firm firms enterprise enterprises corporation
thing: store stores shop shops
thing: warehouse warehouses
thing: stock inventory
thing: school schools
thing: university universities college colleges
thing: hospital hospitals
thing: department departments division divisions
thing: team teams
thing: club clubs
thing: project projects
thing: event events
thing: category categories
thing: type types kind kinds
thing: brand brands
thing: job jobs occupation occupations profession
thing: room rooms
thing: building buildings
thing: apartment apartments flat flats
thing: mountain mountains
thing: river rivers
place: city cities town towns
place: country countries nation nations nationality
place: state states province provinces
place: county counties
place: region regions
place: district districts
place: continent continents
place: street streets
place: address addresses
place: location locations place places
place: headquarters headquarter hq
place: zipcode postcode zip
place: hometown birthplace
who2: firstname forename forenames
who2: lastname surname surnames
who2: middlename
who2: fullname
who2: nickname
who2: email
measure: information info detail details data
measure: age old
measure: height tall
measure: weight heavy
measure: width wide
measure: depth deep
measure: length
measure: duration
measure: distance
measure: speed fast
measure: size
measure: area
measure: volume
measure: quantity qty
measure: amount
measure: capacity
measure: population populace inhabitants
measure: temperature
measure: rating ratings
measure: score scores
measure: rank ranking
measure: point points
measure: id ids identifier identifiers
measure: code codes
measure: title titles
measure: description descriptions
measure: year years
measure: date dates day days
measure: month months
measure: week weeks
measure: quarter quarters
measure: hour hours
measure: minute minutes
measure: time times
unit: kilogram kilograms kilo kilos kg
unit: pounds lbs lb
unit: ton tons tonne tonnes
unit: gram grams
unit: mile miles
unit: kilometer kilometers kilometre kilometres km
unit: meter meters metre metres
unit: foot feet ft
unit: inch inches
unit: dollar dollars usd
unit: euro euros eur
unit: celsius
unit: fahrenheit
month: january jan
month: february feb
month: march mar
month: april apr
month: may
month: june jun
month: july jul
month: august aug
month: september sep sept
month: october oct
month: november nov
month: december dec
week: monday
week: tuesday
week: wednesday
week: thursday
week: friday
week: saturday
week: sunday
week: weekday weekdays
week: weekend weekends
term: spring
term: summer
term: fall autumn
term: winter
state: active live
state: inactive
state: cancelled canceled
state: open unresolved
state: closed resolved
state: pending
state: paid
state: unpaid outstanding
state: new
state: existing
state: returned
state: shipped
state: delivered
state: completed finished
state: failed
state: approved
state: rejected
state: won
state: lost
state: expired
state: full
state: part
act: buy buys bought purchase purchased
act: sell sells sold
act: hire hires hired
act: leave left
act: join joins joined
act: gain gained
act: lose lost
act: open opened
act: close closed
act: start started begin began
act: end ended finish finished
act: arrive arrives arrived arriving arrival
act: depart departs departed departing departure
act: import imports imported
act: export exports exported
act: lend lent
act: borrow borrowed
act: win won
sex: male males men man boy boys
sex: female females women woman girl girls
level: high
level: low
level: medium
level: urgent
way: origin origins source
way: destination destinations
way: start
way: end
way: upper
way: lower
way: north northern
way: south southern
way: east eastern
way: west western
way: domestic
way: international
way: internal
way: external
way: online
way: offline
way: inbound incoming
way: outbound outgoing
"""


def _concepts() -> dict[str, tuple[tuple[str, int], ...]]:
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for number, line in enumerate(_CONCEPTS.strip().splitlines()):
        domain, words = line.split(": ")
        for word in words.split():
            found[word] = (*found.get(word, ()), (domain, number))
    return found


CONCEPTS: Mapping[str, tuple[tuple[str, int], ...]] = _concepts()

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
