"""What a workspace wants said, mended or blocked before a statement runs."""
