"""A sample for autodoc.

It mentions ``sample_setting`` on line 3.
"""

#: The most that there can be.
SAMPLE_MAX = 3


class Sample:
    """Holds a value. And nothing else.

    Its ``sample_slot`` holds it.
    """

    def take(self):
        """Takes the value.

        It returns ``sample_value``.
        """
