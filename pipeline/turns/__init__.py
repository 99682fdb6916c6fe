"""A conversation's turns: what a follow-up changed, and what is typed below an open card."""
