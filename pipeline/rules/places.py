"""Adjectives of countries, as general English: French stands for France."""

COUNTRY_OF = {
    "french": "France", "german": "Germany", "spanish": "Spain", "italian": "Italy",
    "portuguese": "Portugal", "dutch": "Netherlands", "belgian": "Belgium", "swiss": "Switzerland",
    "austrian": "Austria", "british": "United Kingdom", "english": "England", "scottish": "Scotland",
    "irish": "Ireland", "welsh": "Wales", "american": "United States", "canadian": "Canada",
    "mexican": "Mexico", "brazilian": "Brazil", "argentinian": "Argentina", "chilean": "Chile",
    "colombian": "Colombia", "peruvian": "Peru", "chinese": "China", "japanese": "Japan",
    "korean": "South Korea", "indian": "India", "pakistani": "Pakistan", "thai": "Thailand",
    "vietnamese": "Vietnam", "indonesian": "Indonesia", "filipino": "Philippines",
    "australian": "Australia", "egyptian": "Egypt", "nigerian": "Nigeria", "kenyan": "Kenya",
    "moroccan": "Morocco", "turkish": "Turkey", "greek": "Greece", "russian": "Russia",
    "ukrainian": "Ukraine", "polish": "Poland", "czech": "Czech Republic", "hungarian": "Hungary",
    "romanian": "Romania", "bulgarian": "Bulgaria", "croatian": "Croatia", "serbian": "Serbia",
    "swedish": "Sweden", "norwegian": "Norway", "danish": "Denmark", "finnish": "Finland",
    "icelandic": "Iceland", "israeli": "Israel", "saudi": "Saudi Arabia", "iranian": "Iran",
    "cuban": "Cuba", "african": "Africa", "european": "Europe", "asian": "Asia",
}  # fmt: skip
