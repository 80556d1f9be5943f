"""Whether time grows with the length of a text, and not with its square."""

import time

#: twice the text may take so many times the time; its square would take four
_RATIO = 3
#: less CPU time than this says nothing
_NOISE = 0.3


def assert_linear(function, piece, times=30_000):
    """Compare the CPU time of a text and of half of it: the best of three, on a busy machine."""
    half, whole = [], []
    for _attempt in range(3):
        half.append(_seconds(function, piece * (times // 2)))
        whole.append(_seconds(function, piece * times))
        if min(whole) < _RATIO * min(half) + _NOISE:
            return
    message = f'{times} times {piece!r}: {min(half):.2f} s, {min(whole):.2f} s'
    raise AssertionError(message)


def _seconds(function, text):
    start = time.process_time()
    function(text)
    return time.process_time() - start
