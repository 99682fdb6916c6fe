"""The conversation, the same on every surface."""
