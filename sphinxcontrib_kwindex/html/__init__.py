"""Generated pages of the HTML builders, and what is added to the context of all pages."""
