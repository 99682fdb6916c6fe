"""What people see in Slack: cards as Block Kit, within its limits, and forms as modals."""
