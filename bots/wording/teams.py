"""What only Teams says."""

DOWNLOAD = "Download"
DOWNLOAD_TITLE = "Your file"
FILE_READY = "The link works for ten minutes, for anybody who has it."
FILE_BELOW = "The file is below. Press Allow to put it into your OneDrive."
FILE_CONSENT = "Allow puts this file into your OneDrive."
FILE_DECLINED = "The file was not sent."
FILE_NOT_FOR_APPS = (
    "In channels and group chats Teams does not give files to apps. Add the file in our personal "
    "chat, and ask about it there."
)
FILE_FROM_ELSEWHERE = (
    "It is not kept in OneDrive or SharePoint. Download it, and add the file itself to this chat."
)
FILE_NOT_GIVEN = "OneDrive did not give it to me. Please add it again."
FILE_LOST = "The connection to OneDrive broke. Please add it again."
FILE_ELSEWHERE = "I cannot send files here. Ask me in a direct chat to get the file."
MORE_ROWS = "More rows…"
ALL_ROWS = "All rows"
ROWS_BEFORE = "Rows before"
ROWS_AFTER = "Next rows"
LINK_OVER = "This link is not valid any more. Press the button again for a new one."
DONE = "Done."
ASK_TITLE = "Ask Countersign"
ASK_LABEL = "Your question about your data"
ASK_SEND = "Ask"
ASK_SENT = "I answer in the conversation."
EDITED = "You edited your question. Do you want an answer to the new version?"
ASK_EDITED = "Answer the new version"
ASKED_AGAIN = "I am answering the new version of your question."
ONLY_ASKER_AGAIN = "Only the person who asked this can ask it again. You can ask your own question."


def rows_of(first: int, last: int, total: int) -> str:
    return f"Rows {first:,} to {last:,} of {total:,}"
