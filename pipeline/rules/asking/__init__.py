"""Asking: what is not clear or cannot be answered, and which readings a card offers."""
