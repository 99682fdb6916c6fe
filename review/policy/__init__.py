"""Who may decide, when they work, and what may be spent."""
