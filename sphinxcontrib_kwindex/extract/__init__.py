"""From text to names: pure functions that do not know Sphinx."""
