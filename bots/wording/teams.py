"""What only Teams says."""

DOWNLOAD = "Download"
DOWNLOAD_TITLE = "Your file"
FILE_READY = "The link works for ten minutes, for anybody who has it."
FILE_BELOW = "The file is below. Press Allow to put it into your OneDrive."
FILE_CONSENT = "Allow puts this file into your OneDrive."
FILE_DECLINED = "I did not hand over the file."
FILE_ELSEWHERE = (
    "I cannot hand out files here. Ask me in a chat with me alone, and I will give you the file."
)
MORE_ROWS = "More rows…"
ALL_ROWS = "All rows"
ROWS_BEFORE = "Rows before"
ROWS_AFTER = "Next rows"
LINK_OVER = "This link is too old or not one of mine. Press the button again to get a fresh one."
DONE = "Done."
ASK_TITLE = "Ask Countersign"
ASK_LABEL = "Your question about your data"
ASK_SEND = "Ask"
ASK_SENT = "I answer in the conversation."
EDITED = "You changed your question. Shall I answer it as it stands now?"
ASK_EDITED = "Answer the new wording"
ASKED_AGAIN = "I answer your question as it stands now."
ONLY_ASKER_AGAIN = "Only whoever asked this may ask it anew. Write me your own question."


def rows_of(first: int, last: int, total: int) -> str:
    return f"Rows {first:,} to {last:,} of {total:,}"
