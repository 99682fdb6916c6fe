"""Changes that people wish for in plain words, read by their forms."""
