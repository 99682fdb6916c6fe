"""Who may hand us an activity, and how what is sent is signed."""
