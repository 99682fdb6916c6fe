"""What a statement does in plain words, and whether somebody's explanation fits it."""
