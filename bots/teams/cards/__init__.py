"""What people see in Teams: Adaptive Cards, within its limits, and forms as dialogs."""
