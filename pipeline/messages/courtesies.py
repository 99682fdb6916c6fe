"""What people say around a question in a chat: greetings, apologies, asking to ask, thanks.

None of it is about the data. It is taken off both ends only, and only where what stands beside it
shows that it is no part of the question: `Hello Kitty sales` and `thank you cards` stay.
"""

import re

_ASKS = (
    r"(?:how|what|what's|whats|which|who|whose|whom|when|where|why|is|are|was|were|do|does|did|has"
    r"|have|can|could|would|will|please|pls|plz|show|list|give|tell|find|get|count|compare|i|we"
    r"|i'd|i'm|any|anyone|quick|just|sorry|for)\b"
)
_OR_NAMED = rf"(?:{_ASKS}|(?:the|our|all|an?)\b)"
_EMOJI = (
    r"(?::[a-z0-9_+-]{2,30}:(?!\w)|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+|[:;]-?[)D](?!\w))"
)
_DASHES = r"[-\u2013\u2014]"
_STOP = rf"\s*(?:[,.!;]+|:(?!\w+:)|\s{_DASHES}+(?=\s)|\u2014)\s*"
# A stop, or the first word of somebody who asks.
_THEN = rf"(?:{_STOP}|\s+(?={_ASKS}|{_EMOJI}))"
_ALL = r"(?:there|all|everyone|everybody|team|folks|guys|y'all|friends|bot|countersign|again)"
_SOMEBODY = r"(?:someone|somebody|anyone|anybody|one of you|you guys)"
_YOU = rf"(?:you|u|ya|we|i|{_SOMEBODY})"
_KINDLY = r"(?:\s+(?:please|pls|plz|kindly|possibly|quickly|perhaps|maybe|just|by any chance))*"
_FIND_OUT = r"(?:find out|figure out|work out|understand|find|see|learn|know|get)"
# What the planner knows by itself (show, list, give ...) stays.
_LOOK_UP = (
    r"(?:(?:double[- ])?check|look up|look into|pull up|pull together|pull|dig up|dig out"
    r"|figure out|work out|share(?: with)?|grab|run|remind|confirm|send|bring up"
    rf"|help(?: me| us)?(?: to)?(?: {_FIND_OUT}| with)?)(?: (?:for )?(?:me|us))?\s+(?={_OR_NAMED})"
)
_WHEN = (
    r"(?:when(?:ever)?|once|if) you(?:'ve| have| get| got)?"
    r"(?: (?:a|the|one|some) (?:minute|min|moment|sec|second|chance)| time| can)"
)
_KINDNESS = r"(?:if (?:at all )?possible|if you don'?t mind|if you would)"
_CHIEF = (
    r"(?:boss|manager|director|ceo|cfo|coo|cto|chief|client|customer|team|colleague|investors?"
    r"|board|lead|supervisor)"
)
_GREETINGS = (
    rf"{_EMOJI}",
    rf"@?countersign\b{_THEN}",
    rf"(?:hi|hello|hey|heya|hiya|howdy|yo|greetings|hallo|hola)(?: {_ALL})*{_THEN}",
    rf"good (?:morning|afternoon|evening|day)(?: {_ALL})*{_THEN}",
    rf"(?:morning|afternoon|evening|{_ALL})(?: {_ALL})?{_STOP}(?={_ASKS})",
    r"(?:i )?hope (?:you(?:'re| are)|all is) (?:doing )?(?:well|good|fine)[.!,;]+",
)
_APOLOGIES = (
    r"(?:so )?sorry(?: (?:guys|all|again|to (?:bother|disturb|bug) you(?: again)?"
    r"|for (?:the )?(?:(?:dumb|stupid|silly|late|many|another|extra) )?questions?))?"
    rf"(?:{_STOP}(?:but )?| but )",
    rf"(?:{_WHEN}|{_KINDNESS}){_THEN}",
)
_ANNOUNCED = (
    r"(?:(?:just|i have|i've got|got|here's) )?(?:an? |one )?(?:more )?"
    r"(?:quick|small|short|simple|stupid|dumb|silly|random|another|other|next|further|more) "
    rf"(?:one|question|q|query|thing|request|ask)(?: (?:here|for (?:you|today|now)))?{_THEN}",
    rf"(?:question|q|request|btw|by the way|fyi)\s*(?:[,:]|{_DASHES})+\s*(?={_OR_NAMED})",
    rf"(?:just |i'?m |i am |i was )*(?:curious|wondering)(?:{_STOP}| (?:about |if |whether )?)",
    rf"i wonder(?:ed)?(?: if| whether)? (?={_ASKS}|you\b|someone\b)",
    rf"(?:i'?m |i am |we'?re |we are )?trying to {_FIND_OUT} (?={_ASKS})",
    r"(?:i'?m |i am |we'?re |we are )(?:looking for|after|interested in) ",
    r"looking for (?=(?:the|an?|all|some|any)\b)",
    rf"(?:(?:my|our|the) ){_CHIEF} (?:wants|needs|would like|asked|is asking|asks)(?: (?:me|us))? "
    rf"(?:(?:to (?:know|see|find out|check)|for|about) |(?={_ASKS}))",
)
_ASKED_TO_ASK = (
    rf"(?:does|would|do) {_YOU} (?:happen to )?know (?={_OR_NAMED}|if\b)",
    rf"(?:any ?one|any of you) knows? (?={_OR_NAMED})",
    rf"(?:any|some) (?:idea|clue)s? (?:of |about |on )?(?={_OR_NAMED})",
    rf"any chance (?:(?:that )?{_YOU} (?:can|could|knows?) )?",
    rf"(?:can|could|would|will|might|may) {_YOU}{_KINDLY} {_LOOK_UP}",
    rf"(?:can|could|would|will) {_SOMEBODY}{_KINDLY} (?=\w)",
    r"(?:you )?(?:could|can|might) (?:you )?(?=(?:tell|show|give) (?:me|us)\b)",
    rf"(?:please|pls|plz|kindly)[, ]+(?:{_LOOK_UP})?",
    rf"help (?:me|us) (?:to )?{_FIND_OUT} ",
    r"(?:pull(?: up)?|grab|fetch|dig up|look up|bring up|send|bring)(?: (?:me|us))? "
    r"(?=(?:the|our|all|an?|every)\b)",
    r"(?:pull(?: up)?|grab|fetch|send|bring) (?:me|us) ",
    r"(?:i |we )?(?:wanna|want to|wants to|gotta|need to|have to) (?:see|know|get|find out) ",
)
_THANKS = (
    r"(?:many thanks|thanks|thank you|thank u|thx|tnx|ty|tysm|tia|cheers|kind regards"
    r"|best regards|regards|much (?:appreciated|obliged)|(?:i )?appreciate (?:it|your help)"
    r"|have a (?:nice|good|great) (?:day|one|weekend))"
    rf"(?: (?:you|a lot|a million|a ton|so much|very much|in advance|{_ALL}"
    r"|for (?:your|the|any) help))*"
)
# Behind these, thanks are what somebody said, sent or counts.
_SAID = "".join(
    rf"(?<!\b{word})"
    for word in (
        "said", "say", "says", "saying", "sent", "with", "of", "to", "like", "called", "named",
        "and", "or", "the", "contain", "contains", "for", "wrote", "writing", "as", "is", "in",
        "by",
    )
)  # fmt: skip
_FOR_WHAT = (
    r"(?:so (?:that )?(?:i|we) (?:can|could|may) "
    r"(?:share|send|forward|present|put|include|discuss) (?:it|this|that|them|these)\b[^,.;?!]*"
    r"|for (?:my|our|the|an?|tomorrow's|today's|this week's|next week's) "
    r"(?:[a-z]+ )?(?:presentation|deck|slides|standup|board meeting)(?: (?:today|tomorrow))?"
    r"|for (?:my|tomorrow's|today's) (?:[a-z]+ )?(?:report|meeting|review|call))"
)
_CLOSINGS = (
    rf"\s*{_EMOJI}\s*$",
    rf"\s*(?:(?:[,.!;]|{_DASHES})+\s*|\n|(?<=[?.!)])\s*)(?:and )?{_THANKS}[\s,.!]*$",
    rf"(?<=\w){_SAID} (?:thanks|thank you|thx|tnx|tysm|tia)(?: in advance)?[\s.!]*$",
    rf"(?<=[\w)\"'\u201d%]){_SAID}[\s,]+(?:please|pls|plz|asap|{_KINDNESS}|{_WHEN})(?=[\s.!?]*$)",
    rf"[\s,]+{_FOR_WHAT}(?=[\s.!?]*$)",
)
_AT_FIRST = tuple(
    re.compile(rf"\s*(?:{pattern})", re.IGNORECASE)
    for pattern in (*_GREETINGS, *_APOLOGIES, *_ANNOUNCED, *_ASKED_TO_ASK)
)
_AT_LAST = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _CLOSINGS)
_FEWEST = 2


def without_courtesies(text: str) -> str:
    """The question alone; the text as it is, where hardly anything would be left of it."""
    left = text.strip()
    for patterns, found_in in ((_AT_FIRST, re.Pattern.match), (_AT_LAST, re.Pattern.search)):
        while found := next(filter(None, (found_in(one, left) for one in patterns)), None):
            left = f"{left[: found.start()]}{left[found.end() :]}".strip()
    return left if len(re.findall(r"\w+", left)) >= _FEWEST else text.strip()
