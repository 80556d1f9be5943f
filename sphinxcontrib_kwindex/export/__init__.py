"""The index for other programs: builders and the command line."""
