"""What an object is asked again and again: its answers are its own, and go when it goes."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Object = TypeVar('_Object')
_Question = TypeVar('_Question')
_Answer = TypeVar('_Answer')


def remembered(
    method: Callable[[_Object, _Question], _Answer],
) -> Callable[[_Object, _Question], _Answer]:
    """Let an object work out each answer once.

    With ``functools.cache`` an object would be kept for good, or by a cycle until Python looks for
    garbage: hundreds of thousands of keywords that nobody needs when a build ends.
    """
    name = f'answers of {method.__name__}'

    @wraps(method)
    def answer(self: _Object, question: _Question) -> _Answer:
        answers = vars(self).setdefault(name, {})
        if question not in answers:
            answers[question] = method(self, question)
        found: _Answer = answers[question]
        return found

    return answer
