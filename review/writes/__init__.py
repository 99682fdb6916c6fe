"""Written changes, after they were approved: replies, and taking them back."""
