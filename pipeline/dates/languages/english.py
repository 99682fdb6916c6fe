"""English words for time."""

from pipeline.dates.languages.english_feasts import FEAST_WORDS
from pipeline.dates.languages.language import Language, phrase_table, words

TABLE: dict[str, dict[int | str, str]] = {
    "THE": {0: "the"},
    "BOTH": {0: "both either"},
    "CLOCK": {0: "noon midnight midday"},
    "IN": {0: "in during within throughout over around across at inside"},
    "AHEADPRE": {0: "in"},
    "FOR": {0: "for"},
    "ON": {0: "on dated"},
    "OF": {0: "of"},
    "AND": {0: "and & or but plus as_well_as"},
    "WITH": {0: "with"},
    "TO": {0: "to through thru till until up_to to_the up_until"},
    "FROM": {0: "from"},
    "STARTING": {0: "starting beginning starting_from beginning_from"},
    "BETWEEN": {0: "between in_between"},
    "SINCE": {
        0: "since ever_since no_earlier_than not_earlier_than not_before on_or_after "
        "from_and_after at_or_after after_or_on starting_with as_from"
    },
    "AFTER": {0: "after later_than following post past_the newer_than more_recent_than"},
    "BEFORE": {0: "before prior_to earlier_than preceding pre older_than ahead_of"},
    "OLDER": {0: "older_than earlier_than"},
    "UNTIL": {
        0: "until till no_later_than not_later_than up_to up_until through thru on_or_before "
        "before_or_on not_after up_through by_no_later_than up_to_and_including to_the_end_of"
    },
    "BY": {0: "by"},
    "ASOF": {0: "as_of as_at"},
    "ONWARD": {
        0: "onward onwards on_wards or_later and_later or_after and_on "
        "and_onward and_onwards and_beyond or_newer"
    },
    "BACKWARD": {0: "or_earlier and_earlier or_before or_older"},
    "VS": {
        0: "vs versus v against compared_to compared_with compared_against relative_to "
        "in_comparison_to in_comparison_with as_compared_to as_compared_with "
        "as_opposed_to compare_to compare_with vis_a_vis up_from down_from rather_than"
    },
    "COMPARE": {0: "compare comparing comparison difference differences contrast compared"},
    "LAST": {-1: "last past previous prior preceding trailing rolling most_recent latest lst"},
    "BEFOREIT": {-1: "previous prior preceding"},
    "THIS": {0: "this current present the_present ongoing the_ongoing the_running"},
    "NEXT": {1: "next coming upcoming following"},
    "FULL": {0: "full complete completed whole entire calendar consecutive closed"},
    "FISCAL": {0: "fiscal financial fy"},
    "AGO": {0: "ago earlier_than_today before_today back"},
    "FROMNOW": {0: "from_now from_today hence ahead"},
    "EARLIER": {0: "earlier before prior previously"},
    "REST": {0: "later rest_of remainder_of remaining balance_of"},
    "TODATE": {
        0: "to_date so_far until_now till_now up_to_now until_today to_today thus_far to_now "
        "till_today through_today through_now up_to_today till_date until_date"
    },
    "PASTXTD": {"year": "lytd pytd", "month": "lmtd pmtd", "quarter": "lqtd pqtd"},
    "XTD": {"year": "ytd", "month": "mtd", "quarter": "qtd", "week": "wtd", "half": "htd"},
    "FXTD": {"year": "fytd", "quarter": "fqtd"},
    "VAGUE": {0: "few several some many"},
    "RECENTLY": {0: "recently lately the_other_day a_while_ago some_time_ago a_while_back"},
    "WEEKWORD": {0: "cw kw"},
    "FISCALUNIT": {"year": "fy"},
    "TRAILING": {12: "ttm ltm t12m"},
    "NOW": {0: "now today present the_present date"},
    "DAYWORD": {
        0: "today todays",
        -1: "yesterday",
        1: "tomorrow",
        -2: "day_before_yesterday",
        2: "day_after_tomorrow",
    },
    "DAYPART": {0: "tonight this_morning this_afternoon this_evening", -1: "last_night"},
    "JUSTENDED": {-1: "just_ended just_gone just_past just_finished just_closed"},
    "WEEKFROM": {0: "w/c wc w/b week_commencing"},
    "HOLDING": {0: "containing including that_contains that_includes"},
    "WEEKTO": {0: "w/e week_ending"},
    "SAME": {0: "same corresponding equivalent comparable"},
    "PERIOD": {0: "period time point date timeframe time_period span interval window"},
    "TIMEOFDAY": {0: "morning afternoon evening night"},
    "UNIT": {
        "hour": "hour hours hr hrs",
        "day": "day days calendar_day calendar_days",
        "business_day": "business_day business_days working_day working_days workday workdays "
        "trading_day trading_days",
        "week": "week weeks wk wks calendar_week calendar_weeks",
        "work_week": "work_week workweek business_week working_week",
        "weekend": "weekend weekends",
        "fortnight": "fortnight fortnights",
        "month": "month months mo mos mth mths calendar_month calendar_months",
        "quarter": "quarter quarters qtr qtrs calendar_quarter calendar_quarters",
        "half": "half half_year halves semester semesters half_years",
        "year": "year years yr yrs calendar_year calendar_years",
        "decade": "decade decades",
        "century": "century centuries",
    },
    "PLURAL": {0: "hours days weeks months quarters halves years"},
    "GRAIN": {
        "hour": "hourly",
        "day": "daily",
        "week": "weekly",
        "month": "monthly",
        "quarter": "quarterly",
        "half": "semiannually semiannual biannually half_yearly",
        "year": "yearly annual annually",
    },
    "PER": {0: "by per each every grouped_by"},
    "EVERY": {0: "every each a an any"},
    "XOX": {
        "year": "yoy y/y year_over_year year_on_year",
        "quarter": "qoq q/q quarter_over_quarter quarter_on_quarter",
        "month": "mom m/m month_over_month month_on_month",
        "week": "wow w/w week_over_week week_on_week",
    },
    "ONE": {1: "a an one"},
    "NUM": {
        1: "one single",
        2: "two couple_of couple pair_of",
        3: "three",
        4: "four",
        5: "five",
        6: "six",
        7: "seven",
        8: "eight",
        9: "nine",
        10: "ten",
        11: "eleven",
        12: "twelve dozen",
        13: "thirteen",
        14: "fourteen",
        15: "fifteen",
        16: "sixteen",
        18: "eighteen",
        20: "twenty",
        21: "twenty_one",
        24: "twenty_four",
        30: "thirty",
        36: "thirty_six",
        40: "forty",
        45: "forty_five",
        48: "forty_eight",
        50: "fifty",
        52: "fifty_two",
        60: "sixty",
        90: "ninety",
        100: "hundred one_hundred",
    },
    "ORD": {
        1: "first initial opening",
        2: "second",
        3: "third",
        4: "fourth",
        5: "fifth",
        6: "sixth",
        7: "seventh",
        8: "eighth",
        9: "ninth",
        10: "tenth",
        11: "eleventh",
        12: "twelfth",
        -1: "last final closing",
        -2: "penultimate second_to_last next_to_last",
    },
    "DAY": {
        1: "first",
        2: "second",
        3: "third",
        4: "fourth",
        5: "fifth",
        6: "sixth",
        7: "seventh",
        8: "eighth",
        9: "ninth",
        10: "tenth",
        11: "eleventh",
        12: "twelfth",
        13: "thirteenth",
        14: "fourteenth",
        15: "fifteenth",
        16: "sixteenth",
        17: "seventeenth",
        18: "eighteenth",
        19: "nineteenth",
        20: "twentieth",
        21: "twenty_first",
        22: "twenty_second",
        23: "twenty_third",
        24: "twenty_fourth",
        25: "twenty_fifth",
        30: "thirtieth",
        31: "thirty_first",
    },
    "PART": {0: "early", 1: "mid middle_of", 2: "late"},
    "START": {0: "start beginning start_of beginning_of starting_of"},
    "END": {0: "end close end_of close_of eo"},
    "XEND": {
        "month": "eom month_end",
        "quarter": "eoq quarter_end",
        "year": "eoy year_end yearend",
        "week": "eow week_end",
    },
    "ENDING": {0: "ending ended ends end"},
    "COMMENCING": {0: "commencing beginning starting of_commencing beginning_on starting_on"},
    "MORETHAN": {0: "more_than over at_least"},
    "LESSTHAN": {0: "less_than under fewer_than"},
    "DECADEWORD": {
        1920: "twenties",
        1930: "thirties",
        1940: "forties",
        1950: "fifties",
        1960: "sixties",
        1970: "seventies",
        1980: "eighties",
        1990: "nineties",
        2000: "noughties aughts",
    },
    "MONTH": {
        1: "january jan",
        2: "february feb febr",
        3: "march mar",
        4: "april apr",
        5: "may",
        6: "june jun",
        7: "july jul",
        8: "august aug",
        9: "september sep sept",
        10: "october oct",
        11: "november nov",
        12: "december dec",
    },
    "WEEKDAY": {
        0: "monday mon",
        1: "tuesday tue tues",
        2: "wednesday wed weds",
        3: "thursday thu thur thurs",
        4: "friday fri",
        5: "saturday sat",
        6: "sunday sun",
    },
    "WEEKDAYS": {
        0: "mondays",
        1: "tuesdays",
        2: "wednesdays",
        3: "thursdays",
        4: "fridays",
        5: "saturdays",
        6: "sundays",
    },
    "SEASON": {
        0: "spring springtime",
        1: "summer summertime",
        2: "autumn fall",
        3: "winter wintertime",
    },
    "HOLIDAY": FEAST_WORDS,
    "SKIP": {
        0: "may_be may_have up_to_date to_date_with second_hand first_name last_name last_mile "
        "day_of_week day_of_the_week half_price days_of_week quarter_pounder year_old years_old "
        "time_of_day month_of_year in_the_meantime day_of_month week_of_year hour_of_day "
        "march_madness "
        "fall_through fall_short out_of_date business_days_to"
    },
}

ENGLISH = Language(
    name="en",
    phrases=phrase_table(TABLE),
    plain_words=words(
        "the of in for by to and with is are was were do we how many much what which show me "
        "sales revenue orders customers total our list give all top number average per compare "
        "did have has who why any it from on at us a an i you"
    ),
    doubtful=words("may march mar sun sat mon wed fall spring mo second dec jan fri thu tue"),
    after_doubtful=words(
        "i we you he she they it one not be have forward ahead onward onwards towards toward out "
        "band against madness microsystems"
    ),
    given_names=words(
        "april may june august summer autumn jan dawn spring monday tuesday wednesday thursday "
        "friday saturday sunday"
    ),
    before_name=words(
        "customer client rep salesperson employee named called contact user mr mrs ms miss dr "
        "agent manager owner seller buyer patient student author colleague name supplier vendor "
        "hi hello hey dear thanks salesman saleswoman cashier driver account doctor aunt member"
    ),
    before_number=words(
        "order number no nr num id ids invoice ticket room store sku customer client product "
        "model version v top limit least most than exactly approximately roughly nearly department "
        "dept "
        "population page zip code postcode line account building case batch lot item part project "
        "po employee user table block flat suite unit shop branch warehouse location site vendor "
        "supplier ref reference serial policy contract claim shipment delivery windows office "
        "server price value amount quantity qty score worth rows gate bus flight "
        "bin task job transaction receipt quote bill port district ward region "
        "release build schema category route machine device asset vehicle truck "
        "iso din revision question first bottom nearest paid pays owe owes plus minus times "
        "exceeds exceeding equals below above got made spent"
    ),
    counted=words(
        "items item units unit rows row records people dollars usd euros eur pounds gbp pieces "
        "points times users employees results percent pct kg km miles meters metres grams liters "
        "litres cents minutes seconds stores shops locations words pages characters mg ml sqft "
        "calories steps boxes pallets bottles bucks credits inhabitants residents seats watts mah "
        "entries lines skus products model models edition version release"
    ),
    subjects=words(
        "population limit price value amount quantity out top minimum maximum threshold discount "
        "salary score worth excess id number capacity payment fee weight size"
    ),
    after_name=words(
        "ltd limited inc incorporated llc llp plc corp corporation co gmbh ag sa group holdings "
        "partners associates sons brothers"
    ),
    lasting=words(
        "delivered shipped resolved paid completed closed answered processed done finished "
        "fulfilled returned take takes took taken taking built made sold arrived arrive arrives "
        "solved handled reached produced repaid settled responded lasting ready expire churned "
        "churn converted turned responding respond back dispatched refunded cancelled packed"
    ),
    goods=words(
        "tree trees card cards egg eggs decorations decoration gift gifts island dinner bunny "
        "party ornaments sweaters lights chocolates collection dresses dress edition "
        "wreaths baskets hamper hampers shoes jackets coats tires menu pudding stockings jumpers"
    ),
)
