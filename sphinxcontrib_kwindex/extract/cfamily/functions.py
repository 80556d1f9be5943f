"""Which word of a statement is the name of a function, if it declares one."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sphinxcontrib_kwindex.extract.cfamily.tokens import (
    ARROW,
    Tokens,
    is_brackets,
    is_name,
    scope_of,
)
from sphinxcontrib_kwindex.extract.cfamily.words import (
    BUILTIN_TYPES,
    KEYWORDS,
    NOT_FUNCTIONS,
    SPECIFIERS,
    STATEMENTS,
    SUFFIXES,
    word_set,
)

#: no declaration has one of these before its name
_NO_LEAD: Final = word_set('= . , + - / % ! ? | ^ < > ; { } [ ] : @ #') | {ARROW}
_ENDS_SUFFIX: Final = word_set(': = requires try') | {ARROW}
#: only behind the parameters of methods
_METHOD: Final = word_set('const default delete noexcept override')
_ASSURED: Final = word_set('default delete override')

#: arguments that cannot be parameters
_ARGUMENTS = re.compile(
    r"""\s*+(?:
        [-"'\d{[!+~&*(] | \.(?!\.) | R"
      | (?:nullptr|true|false|this|new|sizeof|NULL|\w+_cast)\b
      | [\w:]++\s*+(?:\(|\.(?!\.)|->|[-+/|?]|<<|==)
    )""",
    re.VERBOSE,
)
_OPERATOR = re.compile(r'operator(?!\w)')
_LONE_NAME = re.compile(r'\s*+(?:[\w:]*+(?<=:))?+([^\W\d]\w*+)\s*+(?=,|\Z)')
#: a type and a name, or a reference to a type
_PARAMETER = re.compile(
    r"""
    \s*+(?:const\s++)?+[\w:]++(?:<[^()]*?>)?+
    (?:\s++\w | \s*+[&*]++(?=\w) | [&*]++(?=[\s,]|\Z))    # but not "a * b"
    """,
    re.VERBOSE,
)


class Function(NamedTuple):
    """The tokens of a function's name, and the one of its parameters."""

    first: int
    last: int
    brackets: int


def find(tokens: Tokens, start: int) -> Function | None:
    """Find the name that stands before parameters, but not the ones of macros and attributes."""
    words = tokens.words
    if 'operator' in tokens.skeleton and (operator := _operator(words, start)):
        return operator
    for at in range(start + 1, len(words)):
        if is_brackets(words[at]):
            name = words[at - 1]
            if not is_name(name) or name in KEYWORDS:
                continue
            if _is_suffix(words, at + 1) or (
                _is_attribute(words[at + 1 :])
                and not name.isupper()
                and is_typed(words[start : at - 1])
            ):
                return Function(at - 1, at - 1, at)
    return None


def _operator(words: list[str], start: int) -> Function | None:
    for at in range(start, len(words)):
        if _OPERATOR.match(words[at].rpartition(':')[2]):
            brackets = range(at + 1, len(words))
            end = next((end for end in brackets if is_brackets(words[end])), None)
            return Function(at, end - 1, end) if end else None
    return None


def _is_suffix(words: list[str], at: int) -> bool:
    """Tell whether what follows brackets may follow a function's parameters."""
    if at < len(words) and is_brackets(words[at]):
        return False
    for word in words[at:]:
        if word in _ENDS_SUFFIX:
            return True
        if word in SUFFIXES or is_brackets(word) or word.isupper() or word[:2] == '__':
            continue
        return False
    return True


def _is_attribute(words: list[str]) -> bool:
    """Tell an attribute that is a macro, and nothing else, behind parameters."""
    match words:
        case [name, brackets]:
            return is_name(name) and is_brackets(brackets)
    return False


def _is_variable(words: list[str], name: str) -> bool:
    """Tell ``Type variable MACRO(…)``."""
    plain = [word for word in words if is_name(word) and word not in KEYWORDS]
    return name.isupper() and sum(not word.isupper() for word in plain) > 1


def is_typed(words: list[str]) -> bool | None:
    """Tell whether a type stands among the words before a name; nothing if they are no such."""
    typed = False
    for word in words:
        if word in _NO_LEAD or word in STATEMENTS:
            return None
        typed |= is_name(word) and word not in SPECIFIERS and word not in NOT_FUNCTIONS
    return typed


def is_special(name: str, owner: str) -> bool:
    """Tell constructors, destructors and conversions: they have no type before them."""
    scope = scope_of(name)
    last = name[len(scope) :].removeprefix('::')
    return (
        last == owner
        or last[:1] == '~'
        or scope.rpartition('::')[2] == last
        or _OPERATOR.match(last) is not None
    )


def is_defined(tokens: Tokens, start: int, function: Function, owner: str, *, top: bool) -> bool:
    """Tell whether a block behind this is the body of the function: not the one of a macro.

    At the top of a text, which may be cut out of a class, a constructor's class is not known.
    """
    words = tokens.words
    typed = is_typed(words[start : function.first])
    if typed is None:
        return False
    name = tokens.text(function.first, function.last)
    if typed or is_special(name, owner):
        return True
    if name.isupper():
        return False
    follows = words[function.brackets + 1 : function.brackets + 2]
    if follows == [':'] or name == 'main' or 'template' in words[:start]:
        return True
    return top and _is_plausible(tokens, name, function)


def _is_plausible(tokens: Tokens, name: str, function: Function) -> bool:
    return name[0].isupper() or has_parameters(tokens.arguments(function.brackets))


def is_declared(tokens: Tokens, start: int, function: Function, owner: str, where: str) -> bool:
    """Tell a prototype from a call; ``where`` is ``class``, ``namespace`` or ``top``."""
    lead = tokens.words[start : function.first]
    name = tokens.text(function.first, function.last)
    arguments = tokens.arguments(function.brackets)
    if not is_typed(lead):
        assured = _ASSURED.intersection(tokens.words[function.brackets + 1 :])
        return bool(
            is_special(name, owner)
            or assured
            or 'explicit' in lead
            or (where == 'top' and name[0].isupper() and has_parameters(arguments))
        )
    if _is_variable(lead, name):
        return False
    if 'virtual' in lead or _METHOD.intersection(tokens.words[function.brackets + 1 :]):
        where = 'class'
    return where == 'class' or may_be_parameters(arguments, where)


def is_cut_off(tokens: Tokens, start: int, function: Function, owner: str) -> bool:
    """Tell a function from a call where the text ends, maybe amid the parameters."""
    lead = tokens.words[start : function.first]
    arguments = tokens.arguments(function.brackets)
    if any(map(is_brackets, lead)) and not has_parameters(arguments):
        return False  # two macros
    where = 'namespace' if is_typed(lead) else 'top'
    return is_declared(tokens, start, function, owner, where)


def may_be_parameters(arguments: str, where: str) -> bool:
    """Tell parameters from the arguments of a constructor, if they are not clearly values."""
    if _ARGUMENTS.match(arguments):
        return False
    lone = _LONE_NAME.match(arguments)
    if not lone or lone[1] in BUILTIN_TYPES or lone[1].endswith('_t'):
        return True
    return lone[1].lstrip('_')[:1].isupper() and where != 'top'


def has_parameters(arguments: str) -> bool:
    """Tell whether these are clearly parameters."""
    if arguments.strip() == 'void':
        return True
    return _PARAMETER.match(arguments) is not None and not _ARGUMENTS.match(arguments)
