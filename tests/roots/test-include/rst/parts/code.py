class Included:
    """Is shown."""
