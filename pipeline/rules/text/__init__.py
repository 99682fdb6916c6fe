"""The text of a question: its words, their spelling, and names as people say them."""
