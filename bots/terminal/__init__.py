"""The terminal: the same cards, and choices from the keyboard."""
