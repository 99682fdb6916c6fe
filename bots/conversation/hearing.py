"""What people write, as calls of the desk."""

import re
import unicodedata
from dataclasses import dataclass

from bots.cards import Card
from bots.conversation.file_card import file_card
from bots.conversation.notices import text_card
from bots.conversation.typed_wishes import typed_wish
from bots.files import DroppedFile, FileShelf
from bots.wording import replies as say
from pipeline.people import Person
from review.ledger.threads import Thread
from review.ports.desk import Desk, Incoming

LONGEST_QUESTION = 2_000
_STOP = frozenset({"stop", "cancel", "never mind", "nevermind", "abort", "forget it"})
_GREETINGS = frozenset(
    {"hi", "hello", "hey", "hi there", "hello there", "good morning", "good afternoon"}
    | {"good evening", "good day", "hola", "hallo", "bonjour", "ciao", "hi all", "hello all"}
    | {"hi countersign", "hello countersign", "hey there", "how are you", "morning", "moin"}
)
_HELP = frozenset(
    {
        "help",
        "what can you do",
        "can you help me",
        "can you help",
        "i need help",
        "what can i ask",
        "what can i ask you",
        "how does this work",
    }
    | {"commands", "how do you work", "what do you do", "help me", "what can you help with"}
)
# Questions about the bot itself.
_ABOUT_US = re.compile(
    r"(?:who|what) (?:are you|is countersign)"
    r"|are you (?:there|real|(?:an? )?(?:bot|robot|human|person|ai|machine|chatgpt|gpt|claude))"
    r"|(?:who|what) (?:made|built|created|trained|runs) you|what(?:'s| is) your name"
    r"|how (?:accurate|reliable|good|safe|trustworthy) are you|can i trust (?:you|your answers)"
    r"|are you (?:safe|sure|reliable|accurate|always right|ever wrong)"
    r"|where do your answers come from"
    r"|(?:which|what) (?:language |ai )?models? (?:do you|are you) (?:use|using)"
)
_BAD = (
    r"(?:useless|stupid|dumb|idiots?|rubbish|garbage|crap|terrible|awful|sucks?|worthless|shit"
    r"|bullshit|moron|hopeless|wrong)"
)
_INSULT = re.compile(
    rf"(?:(?:you(?:'re| are)?|this(?:'s| is)?|this bot is|that is|that's|what an?)\s+)?"
    rf"(?:(?:so|just|really|completely|totally|an?|such an?)\s+)*{_BAD}"
    r"(?:\s+(?:bot|machine|thing|tool))?|(?:fuck|damn)(?: (?:you|off|it))?|shut up|go away"
)
_THANKS = frozenset(
    {"thanks", "thank you", "thx", "ty", "cheers", "great", "perfect", "nice", "cool", "awesome"}
    | {"great thanks", "great, thanks", "ok thanks", "ok, thanks", "thanks a lot", "many thanks"}
    | {"thank you very much", "gracias", "danke"}
)
# Typed words never decide: only a button does. One of these alone, or with what goes along.
_DECIDING = frozenset(
    {"yes", "y", "ok", "okay", "no", "n", "approve", "approved", "approving", "reject", "rejected"}
    | {"rejecting", "confirm", "confirmed", "decline", "declined", "deny", "denied", "accept"}
    | {"accepted", "go", "do", "lgtm", "sure", "run", "agree", "agreed", "approval", "yep", "nope"}
)
_ALONG = frozenset(
    {"i", "we", "it", "this", "that", "the", "please", "ahead", "now", "from", "me", "my", "is"}
    | {"good", "looks", "fine", "to", "change", "statement", "request", "answer", "all"}
    | {"write", "query", "sql", "and", "so", "be", "can", "you", "given", "ready", "with", "by"}
)
_LONGEST_DECISION = 8
_REPLIES = (
    (_GREETINGS, say.EMPTY),
    (_STOP, say.NOTHING_TO_STOP),
    (_THANKS, say.WELCOME),
)
_MUTE = frozenset({"So", "Sk", "Cf", "Cs", "Co", "Cn"})
# All of those kinds that a text without accents can hold, for most texts are such.
_MUTE_ASCII = str.maketrans("", "", "^`")
_VARIATIONS = "\ufe0e\ufe0f\u20e3"
# Text in no database holds these.
_UNKEEPABLE = re.compile("[\x00\ud800-\udfff]")
_SHORTCODE = re.compile(r":[a-z0-9_+'-]+(?:::skin-tone-\d)?:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A message to us. `event` is the same for every delivery of the same message.

    `external` speakers get no data; in a channel that is `off` nobody does.
    """

    event: str
    text: str
    thread: Thread
    speaker: Person
    files: tuple[DroppedFile, ...] = ()
    workspace: str = ""
    external: bool = False
    off: bool = False


async def hear(message: Heard, desk: Desk, shelf: FileShelf | None = None) -> Card | None:
    """What to answer at once; None where the run itself will speak."""
    if message.external:
        return text_card(say.EXTERNAL)
    if message.off:
        return text_card(say.OFF_HERE)
    if _words(message.text) in _STOP:
        return await _stop(message, desk)
    if message.files and shelf is not None:
        return await _with_files(message, desk, shelf)
    card = at_once(message.text, len(message.files))
    if card is not None and not await _is_awaited(message, desk):
        return card
    if card is None and (
        wished := await typed_wish(message.text, message.thread, message.speaker, desk)
    ):
        return wished
    await desk.ask(_incoming(message))
    return None


async def _with_files(message: Heard, desk: Desk, shelf: FileShelf) -> Card | None:
    """Take the files in, then the question beside them, unless it is about what cannot be read."""
    taken = await shelf.take(message.files, message.thread, message.speaker)
    asks = bool(_words(message.text)) and at_once(message.text) is None
    if asks and not taken.refused:
        await desk.ask(_incoming(message))
    said = taken.names or taken.refused or taken.beside
    return file_card(taken, asked=asks and bool(taken.refused)) if said else None


def at_once(text: str, files: int = 0) -> Card | None:
    """The answer to what is not a question; None for a question."""
    words = _words(text)
    if not words:
        return text_card(say.FILES if files else say.EMPTY)
    if (courtesy := _courtesy(words)) is not None:
        return courtesy
    if is_decision(text):
        return text_card(say.USE_BUTTONS)
    if len(text) > LONGEST_QUESTION:
        return text_card(say.too_long(len(text), LONGEST_QUESTION))
    return None


def _courtesy(words: str) -> Card | None:
    """What people say that is about no data; None for all else."""
    if words in _HELP:
        return text_card(*say.HELP, title=say.HELP_TITLE)
    if _ABOUT_US.fullmatch(words):
        return text_card(*say.ABOUT_US)
    if _INSULT.fullmatch(words):
        return text_card(say.SORRY)
    return next((text_card(answer) for known, answer in _REPLIES if words in known), None)


def is_decision(text: str) -> bool:
    """Whether the words would decide something, and say nothing else."""
    words = [word.strip(".,;:!'\"") for word in _words(text).split()]
    said = [word for word in words if word]
    if not said or len(said) > _LONGEST_DECISION or text.rstrip().endswith("?"):
        return False
    return any(word in _DECIDING for word in said) and set(said) <= _DECIDING | _ALONG


async def _is_awaited(message: Heard, desk: Desk) -> bool:
    """A person's question is answered in any words that say something, a bare "yes" too."""
    says_something = bool(_words(message.text)) and len(message.text) <= LONGEST_QUESTION
    return says_something and await desk.awaits_reply(message.thread, message.speaker)


async def _stop(message: Heard, desk: Desk) -> Card:
    stopped = await desk.cancel(message.thread, message.speaker)
    return text_card(say.STOPPED if stopped else say.NOTHING_TO_STOP)


def _words(text: str) -> str:
    """The text in small letters without emoji and outer punctuation; empty if nothing is left."""
    plain = _SHORTCODE.sub(" ", text)
    kept = plain.translate(_MUTE_ASCII) if plain.isascii() else _without_pictograms(plain)
    return " ".join(kept.lower().split()).strip(" .!?,;:-…\"'")


def _without_pictograms(text: str) -> str:
    return "".join(letter for letter in text if _says_something(letter))


def _says_something(letter: str) -> bool:
    """Whether this is neither a pictogram nor a mark that only joins or colours one."""
    return unicodedata.category(letter) not in _MUTE and letter not in _VARIATIONS


def _incoming(message: Heard) -> Incoming:
    return Incoming(
        event=message.event,
        text=_UNKEEPABLE.sub("", message.text).strip(),
        thread=message.thread,
        asker=message.speaker,
        workspace=message.workspace,
    )
