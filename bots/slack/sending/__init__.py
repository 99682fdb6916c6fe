"""What is sent to Slack: messages, files and streams."""
