"""From doctree to record: the one place that knows docutils' node types."""
