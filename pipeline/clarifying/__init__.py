"""What is uncertain about a question, the one card that asks it, and what *Change* begins again."""
