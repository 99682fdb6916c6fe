"""What a statement would do, and whether it may be asked for and run."""
