"""Which class a Python variable is an object of, where its text makes that evident.

A class is known by its capital: ``t = Thing()`` makes an object, while ``t = thing()`` may be given
anything. An annotation says it of any name.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from sphinxcontrib_kwindex.extract.python import nodes

_CLASS = re.compile(r'(?:[^\W\d]\w*\.)*_*[A-Z]\w*')
#: what else is in these brackets is of the class that stands in them, or nothing
_OPTIONAL: Final = frozenset({'Optional', 'Final', 'ClassVar', 'Annotated'})
_PROMISED = re.compile(r'[\w.]+')


def is_class(name: str) -> bool:
    """Tell whether a name looks like one of a class, as all but a few do."""
    return _CLASS.fullmatch(name) is not None


def made_of(value: ast.expr | None) -> str:
    """Tell of which class a value is an object: ``Thing(…)``, ``await Thing(…)``."""
    if isinstance(value, ast.Await):
        value = value.value
    if not isinstance(value, ast.Call):
        return ''
    name = plain(value.func)
    return name if is_class(name) else ''


def declared(annotation: ast.expr | None) -> str:
    """Tell of which class an annotation says a variable is: ``Thing``, ``Thing | None``."""
    if isinstance(annotation, ast.Subscript):
        if plain(annotation.value).rpartition('.')[2] not in _OPTIONAL:
            return ''
        annotation = annotation.slice
        if isinstance(annotation, ast.Tuple) and annotation.elts:
            annotation = annotation.elts[0]
    if isinstance(annotation, ast.BinOp):
        sides = [side for side in (annotation.left, annotation.right) if not nodes.is_nothing(side)]
        annotation = sides[0] if len(sides) == 1 else None
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        text = annotation.value.removesuffix(' | None')
        return text if _PROMISED.fullmatch(text) else ''
    return plain(annotation) if annotation is not None else ''


def plain(node: ast.expr) -> str:
    """Return the dotted name that an expression is; nothing of any other."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return '.'.join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ''
