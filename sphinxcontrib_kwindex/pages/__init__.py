"""Pages: which there are, and what they show, as plain data."""
