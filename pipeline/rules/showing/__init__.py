"""What a question wants to see, listed behind it: read apart, and matched to what it computes."""
