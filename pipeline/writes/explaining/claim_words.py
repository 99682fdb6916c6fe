"""The words in which explanations of a change claim something."""

import re

_VERBS = {
    "add": "add create insert append register build put store record introduce",
    "change": "change update set modify mark increase decrease raise lower reduce cut adjust "
    "correct move alter convert switch replace make give cancel archive activate deactivate close "
    "reset clear empty flag fix assign multiply double halve discount overwrite turn widen bump "
    "blank complete approve reopen disable enable discontinue block edit",
    "delete": "delete remove erase purge drop destroy wipe discard truncate",
    "rename": "rename",
    "read": "read list show count look check select inspect view display preview report back copy "
    "export refresh optimize optimise analyze analyse tidy",
}
VERB_KINDS = {verb: kind for kind, verbs in _VERBS.items() for verb in verbs.split()}


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# These are verbs only where a verb must stand.
ALSO_NOUNS = _words(
    "set record view read report copy back cut index close empty store drop double list count "
    "block complete cancel display build check look give turn register update change fix reset "
    "flag mark move switch discount make put"
)
NOUNS_IN_S = _words("discounts records sets lists reports")
BEFORE_NOUNS = _words("the a an each its was were")
BEFORE_VERBS = _words(". ; , and then will to it please just also only simply")
NEGATIONS = _words(
    "not no non without except excluding never none false neither unless n't other inactive "
    "unpaid invalid disabled empty missing null"
)
MORE = _words(
    "over above after later newer more greater exceed exceeding since least beyond higher larger "
    "bigger expensive longer upward onwards from between"
)
LESS = _words(
    "under below before earlier older less fewer until cheaper most lower smaller shorter prior "
    "upto to between"
)
UP = _words("increase raise bump add multiply double grow up higher")
DOWN = _words("decrease reduce lower cut discount halve drop down cheaper subtract")
ALL = _words("all every each entire whole everything")
SILENT = _words("is has was id at on the flag tbl")
NUMBERS = {
    "one": "1", "single": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "half": "50", "double": "2",
    "doubles": "2", "twice": "2", "halves": "50",
}  # fmt: skip
NO_NUMBER = re.compile(r"\b(?:one of|no (?:one|two))\b", re.IGNORECASE)

PURPOSE = re.compile(
    r"\b(?:(?:in order |so as )?to (?:speed|make|help|improve|allow|support|avoid|optimi[sz]e|keep|"
    r"match|fix|correct|reflect|clean)|so that|because|since (?:it|the|we|they)|for faster|"
    r"as requested|which (?:speeds|makes|helps))\b[^.;]*",
    re.IGNORECASE,
)
HARMLESS = re.compile(
    r"\bread[- ]?only\b|\bonly (?:reads|looks|shows|counts|lists|checks)\b|\bharmless\b|"
    r"\bno effect\b|\bsafe(?:ly)?\b|\bno risk\b|\brisk[- ]free\b|\bdry[- ]run\b|\btest run\b|"
    r"\bcan(?:not| ?not|'t) (?:hurt|harm|break)\b|\breversible\b|\btemporar(?:y|ily)\b|"
    r"\bno (?:real )?changes?\b|\bnothing (?:is|will be|gets) (?:changed|lost|deleted|modified)\b|"
    r"\bdoes(?: not|n't) (?:do|change|affect|alter|touch) any ?thing\b",
    re.IGNORECASE,
)
KEEPS_DATA = re.compile(
    r"\b(?:no|does not|doesn't|without|not|never|won't|will not) (?:\w+ )?"
    r"(?:chang|modif|touch|alter|delet|affect|los)\w* (?:any |the |of )*"
    r"(?:data|rows?|records?|values?)\b|"
    r"\bno (?:data|rows?|records?) (?:is|are|will be) (?:changed|lost|deleted|modified|affected)\b",
    re.IGNORECASE,
)
