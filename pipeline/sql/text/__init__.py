"""The text of a statement: audited, parsed, bounded, and written anew."""
