"""What takes a change back."""
