"""What is sent to Teams, and where conversations are."""
