"""What runs Countersign in production: the image, the chart, other files, and their checks."""
