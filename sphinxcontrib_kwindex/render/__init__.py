"""From view to output: HTML as strings, standard nodes for every other format."""
