"""What people do in Teams: messages, buttons and dialogs."""
