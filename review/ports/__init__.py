"""What the review layer offers to surfaces, and what it needs of others."""
