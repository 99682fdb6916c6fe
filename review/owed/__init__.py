"""What people are owed: notices, their order, and their delivery."""
