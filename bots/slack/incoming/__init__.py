"""What people do in Slack: messages, commands, buttons and forms."""
