"""What a person's roles may see of a statement, and how it is rewritten for them."""
