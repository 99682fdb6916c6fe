"""What only Slack says."""

from bots.wording.moments import who
from pipeline.people import Person

OPEN_AGAIN = "Open the form"
ASK_TITLE = "Ask Countersign"
ASK_LABEL = "Your question about your data"
ASK_SEND = "Ask"
ASK_INTRO = "I answer in a direct message."
ASK_BELOW = "I answer in the thread of this message."
ABOUT = "About this message"
SAVE_TITLE = "Save as validated query"
SAVE_NO_ANSWER = (
    "There is no answer of mine in this message. Use this on the message that holds an answer."
)
EDITED = "You edited your question. Do you want an answer to the new version?"
ASK_EDITED = "Answer the new version"
FILE_ELSEWHERE = (
    "It is kept outside Slack. Download it there, and add the file itself to this thread."
)
FILE_NOT_GIVEN = (
    "Slack did not give it to me. The app may need the scope files:read: an administrator can "
    "install it again."
)
FILE_LOST = "The connection to Slack broke. Please add it again."
STATUS = "is looking into it…"
PROMPTS_TITLE = "Ask about your data, for example:"
PROMPT_HELP = "What can you do?"
APP_NAME = "Countersign"
APP_DESCRIPTION = "Ask your database in Slack. A person countersigns what matters."
COMMAND_DESCRIPTION = "Ask a question about your data"
COMMAND_HINT = "How many orders did we get last month?"
ABOUT_SHORTCUT = "Ask about this"
ASK_SHORTCUT = "Ask about your data"
SHORTCUTS = {
    "ask_about_this": "Ask a data question about a message",
    "save_as_validated": "Have a reviewer approve this answer for reuse",
    "ask_anything": "Ask a question about your data",
}


def asked_about(asker: Person, question: str) -> str:
    return f"{who(asker)} asks about this: {question}"


def findings(found: tuple[str, ...]) -> str:
    """What the check of a draft says."""
    return "✅ This passes the checks so far." if not found else "⚠️ " + " ".join(found)
