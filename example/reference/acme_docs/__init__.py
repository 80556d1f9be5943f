"""What the documentation of Acme adds to Sphinx."""
