"""Questions about the database itself."""
