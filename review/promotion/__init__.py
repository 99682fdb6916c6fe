"""What was approved: how it is kept, imported, checked again and taken out of use."""
