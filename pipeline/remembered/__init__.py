"""What is understood without being asked: a person's own habits, and those of a workspace."""
