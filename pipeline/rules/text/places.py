"""Places, as general English: French stands for France, CA for California."""

from collections import defaultdict
from collections.abc import Mapping

from pipeline.rules.vocabulary.words_on_file import lines_of


def _other_names() -> Mapping[str, tuple[str, ...]]:
    """Name or code of a place, in lower case -> how else it may be stored."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in lines_of("places.txt"):
        names = line.split("|")
        for name in names:
            found[name.lower()] += [other for other in names if other != name]
    return {name: tuple(others) for name, others in found.items()}


OTHER_NAMES = _other_names()

COUNTRY_OF = {
    "french": "France",
    "german": "Germany",
    "spanish": "Spain",
    "italian": "Italy",
    "portuguese": "Portugal",
    "dutch": "Netherlands",
    "belgian": "Belgium",
    "swiss": "Switzerland",
    "austrian": "Austria",
    "british": "United Kingdom",
    "english": "England",
    "scottish": "Scotland",
    "irish": "Ireland",
    "welsh": "Wales",
    "american": "United States",
    "canadian": "Canada",
    "mexican": "Mexico",
    "brazilian": "Brazil",
    "argentinian": "Argentina",
    "chilean": "Chile",
    "colombian": "Colombia",
    "peruvian": "Peru",
    "chinese": "China",
    "japanese": "Japan",
    "korean": "South Korea",
    "indian": "India",
    "pakistani": "Pakistan",
    "thai": "Thailand",
    "vietnamese": "Vietnam",
    "indonesian": "Indonesia",
    "filipino": "Philippines",
    "australian": "Australia",
    "egyptian": "Egypt",
    "nigerian": "Nigeria",
    "kenyan": "Kenya",
    "moroccan": "Morocco",
    "turkish": "Turkey",
    "greek": "Greece",
    "russian": "Russia",
    "ukrainian": "Ukraine",
    "polish": "Poland",
    "czech": "Czech Republic",
    "hungarian": "Hungary",
    "romanian": "Romania",
    "bulgarian": "Bulgaria",
    "croatian": "Croatia",
    "serbian": "Serbia",
    "swedish": "Sweden",
    "norwegian": "Norway",
    "danish": "Denmark",
    "finnish": "Finland",
    "icelandic": "Iceland",
    "israeli": "Israel",
    "saudi": "Saudi Arabia",
    "iranian": "Iran",
    "cuban": "Cuba",
    "african": "Africa",
    "european": "Europe",
    "asian": "Asia",
}

# The names of countries, in lower case.
COUNTRIES = frozenset(name.lower() for name in COUNTRY_OF.values())
