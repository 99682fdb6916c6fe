"""Writing an approved change once."""
