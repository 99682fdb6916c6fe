"""German words for time."""

from pipeline.dates.languages.language import Language, phrase_table, words


def _inflected(stems: str, endings: str = "e en er es em") -> str:
    return " ".join(stem + ending for stem in stems.split() for ending in endings.split())


TABLE: dict[str, dict[int | str, str]] = {
    "THE": {0: "der die das den dem des ein eine einen einem einer"},
    "IN": {0: "in im am an ins ans wahrend innerhalb uber zu zur zum"},
    "ON": {0: "am"},
    "FOR": {0: "fur"},
    "OF": {0: "von vom des der aus im"},
    "AND": {0: "und oder sowie bzw"},
    "WITH": {0: "mit"},
    "TO": {0: "bis bis_zum bis_zur bis_einschliesslich bis_ende_des"},
    "FROM": {0: "von vom"},
    "BETWEEN": {0: "zwischen zwischen_dem"},
    "SINCE": {0: "seit seit_dem seit_der ab ab_dem fruhestens nicht_vor"},
    "AFTER": {0: "nach nach_dem nach_der spater_als"},
    "BEFORE": {0: "vor vor_dem vor_der fruher_als alter_als"},
    "OLDER": {0: "alter_als"},
    "UNTIL": {0: "bis bis_zum bis_zur bis_spatestens spatestens bis_einschliesslich"},
    "ASOF": {0: "stand per per_stand zum_stichtag"},
    "ONWARD": {0: "oder_spater und_spater"},
    "BACKWARD": {0: "oder_fruher und_fruher"},
    "VS": {
        0: "vs versus gegen gegenuber verglichen_mit im_vergleich_zu im_vergleich_zum "
        "im_vergleich_zur im_vergleich_mit im_gegensatz_zu gegenuber_dem"
    },
    "COMPARE": {0: "vergleiche vergleich vergleichen unterschied differenz"},
    "LAST": {
        -1: _inflected("letzt vergangen vorig vorherig zuruckliegend vorangegangen")
        + " rollierend rollierende rollierenden"
    },
    "BEFOREIT": {-1: _inflected("vorig vorherig vorangegangen")},
    "THIS": {0: _inflected("dies aktuell laufend jetzig gegenwartig heurig") + " dieses"},
    "NEXT": {1: _inflected("nachst kommend folgend")},
    "LAST2": {-2: _inflected("vorletzt")},
    "FULL": {0: _inflected("voll vollstandig ganz komplett abgeschlossen")},
    "FISCAL": {0: _inflected("fiskalisch")},
    "AGOPRE": {0: "vor"},
    "TODATE": {0: "bis_heute bisher bis_jetzt bislang bis_dato"},
    "XTD": {
        "year": "ytd seit_jahresbeginn seit_jahresanfang jahr_bis_heute seit_anfang_des_jahres "
        "seit_beginn_des_jahres",
        "month": "mtd seit_monatsbeginn seit_monatsanfang monat_bis_heute",
        "quarter": "qtd seit_quartalsbeginn seit_quartalsanfang quartal_bis_heute",
        "week": "wtd seit_wochenbeginn seit_wochenanfang",
    },
    "NOW": {0: "jetzt heute"},
    "DAYWORD": {
        0: "heute heutigen",
        -1: "gestern gestrigen",
        1: "morgen",
        -2: "vorgestern",
        2: "ubermorgen",
    },
    "TIMEOFDAY": {0: "abend fruh nacht nachmittag"},
    "SAME": {0: "gleichen selben gleicher gleiche denselben demselben derselbe"},
    "PERIOD": {0: "zeitraum periode zeit"},
    "UNIT": {
        "hour": "stunde stunden",
        "day": "tag tage tagen tages",
        "business_day": "werktag werktage werktagen arbeitstag arbeitstage arbeitstagen",
        "week": "woche wochen",
        "weekend": "wochenende wochenenden wochenendes",
        "month": "monat monate monaten monats",
        "quarter": "quartal quartale quartalen quartals",
        "half": "halbjahr halbjahre halbjahren halbjahres halfte",
        "year": "jahr jahre jahren jahres kalenderjahr kalenderjahres",
        "decade": "jahrzehnt jahrzehnte jahrzehnten dekade",
        "century": "jahrhundert",
    },
    "FISCALUNIT": {
        "year": "geschaftsjahr geschaftsjahres geschaftsjahre geschaftsjahren wirtschaftsjahr "
        "fiskaljahr fiskaljahres finanzjahr",
        "quarter": "geschaftsquartal fiskalquartal",
    },
    "PASTUNIT": {
        "month": "vormonat vormonats",
        "quarter": "vorquartal vorquartals",
        "year": "vorjahr vorjahres",
        "week": "vorwoche",
        "day": "vortag",
    },
    "SAMEPAST": {"year": "vorjahreszeitraum vorjahresmonat vorjahresquartal vorjahresperiode"},
    "GRAIN": {
        "hour": _inflected("stundlich", " e en er es"),
        "day": _inflected("taglich", " e en er es") + " taglich",
        "week": _inflected("wochentlich") + " wochentlich",
        "month": _inflected("monatlich") + " monatlich monatsweise",
        "quarter": _inflected("vierteljahrlich") + " quartalsweise vierteljahrlich",
        "half": _inflected("halbjahrlich") + " halbjahrlich",
        "year": _inflected("jahrlich") + " jahrlich",
    },
    "PER": {0: "pro je nach jede jeden jedes"},
    "EVERY": {0: "jeden jeder jede"},
    "XOX": {"year": "yoy", "quarter": "qoq", "month": "mom", "week": "wow"},
    "ONE": {1: "ein eine einem einer einen"},
    "NUM": {
        2: "zwei",
        3: "drei",
        4: "vier",
        5: "funf",
        6: "sechs",
        7: "sieben",
        8: "acht",
        9: "neun",
        10: "zehn",
        11: "elf",
        12: "zwolf",
        14: "vierzehn",
        20: "zwanzig",
        30: "dreissig",
        60: "sechzig",
        90: "neunzig",
    },
    "ORD": {
        1: _inflected("erst"),
        2: _inflected("zweit"),
        3: _inflected("dritt"),
        4: _inflected("viert"),
        5: _inflected("funft"),
        6: _inflected("sechst"),
        -1: _inflected("letzt"),
    },
    "DAY": {1: _inflected("erst"), 2: _inflected("zweit"), 3: _inflected("dritt")},
    "PART": {0: "fruhen", 2: "spaten"},
    "START": {0: "beginn anfang_des"},
    "THIRDS": {0: "anfang", 1: "mitte"},
    "END": {0: "ende"},
    "XEND": {"month": "monatsende", "quarter": "quartalsende", "year": "jahresende"},
    "MONTH": {
        1: "januar janner jan",
        2: "februar feb feber",
        3: "marz maerz mrz",
        4: "april apr",
        5: "mai",
        6: "juni jun",
        7: "juli jul",
        8: "august aug",
        9: "september sep sept",
        10: "oktober okt",
        11: "november nov",
        12: "dezember dez",
    },
    "WEEKDAY": {
        0: "montag",
        1: "dienstag",
        2: "mittwoch",
        3: "donnerstag",
        4: "freitag",
        5: "samstag sonnabend",
        6: "sonntag",
    },
    "SEASON": {0: "fruhling fruhjahr", 1: "sommer", 2: "herbst", 3: "winter"},
    "HOLIDAY": {
        "new_year": "neujahr",
        "new_years_eve": "silvester",
        "good_friday": "karfreitag",
        "easter": "ostern ostersonntag",
        "easter_monday": "ostermontag",
        "pentecost": "pfingsten",
        "christmas_eve": "heiligabend heiliger_abend",
        "christmas": "weihnachten",
        "black_friday": "black_friday",
        "halloween": "halloween",
    },
    "WEEKWORD": {0: "kw kalenderwoche kalenderwochen"},
    "SKIP": {0: "tag_der_woche"},
}

GERMAN = Language(
    name="de",
    phrases=phrase_table(TABLE),
    plain_words=words(
        "der die das den dem des und im in wie viele viel umsatz bestellungen kunden zeige mir "
        "fur von nach mit hat haben wir alle gesamt anzahl summe verkaufe auftrage was war waren "
        "ist sind zwischen seit welche unser unsere einnahmen gewinn kosten rechnungen neue"
    ),
    day_first=True,
    dotted_ordinals=True,
    patterns=(
        ("point", "day_of", "ON ORDDAY:day"),
        ("relative", "relative", "THE? PASTUNIT:unit"),
        ("year", "relative", "THE? PASTUNIT=year:unit"),
        ("point", "part", "QUARTER|HALF:part THE? FISCALUNIT=year:ignored YEAR"),
        ("point", "nth", "THE? ORD:nth UNIT=quarter,half THE? <year>:within"),
        ("point", "nth", "THE? ORD:nth UNIT THE <point>:within"),
        ("point", "edge", "THE? ORD=1,-1:nth NUM:count UNIT THE <point>:within"),
        ("point", "edge", "THE? NUM:count ORD=1,-1:nth UNIT THE <point>:within"),
        ("point", "third", "THIRDS:third THE? OF? <point>:of"),
        ("point", "month", "MONTH THE <year>:within"),
        ("point", "holding", "THE? UNIT=week,weekend OF THE? <point>:of"),
        ("point", "so_far", "<relative>:of TODATE"),
        ("span", "same_as", "THE? SAMEPAST:shift"),
        ("span", "since", "SINCE START OF? <point>:of"),
        ("grain", "grain", "PER FISCALUNIT:unit"),
    ),
    doubtful=words("mai"),
    given_names=words("april august juni mai jan"),
    before_name=words("kunde kundin herr frau herrn mitarbeiter mitarbeiterin verkaufer namens"),
    before_number=words(
        "bestellung nummer nr auftrag auftragsnummer rechnung rechnungsnummer artikel kunde "
        "filiale raum top mindestens hochstens als genau etwa ca uber unter preis wert betrag "
        "menge modell version plz ticket projekt bestellnummer kundennummer auftragsnr"
    ),
    counted=words("stuck euro eur dollar artikel einheiten zeilen personen mal kg km einwohner"),
    subjects=words("von bestand summe preis wert betrag menge einwohnerzahl"),
    goods=words("baum baume karten geschenke"),
)
