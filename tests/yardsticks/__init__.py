"""What version 0.1 kept and said: every later version goes on from it."""
