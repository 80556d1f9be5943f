"""What kind of thing a Python statement defines, told by names alone.

Both readers, the tree's and the tokens', ask here, so that they agree. A class is a class whatever
it inherits from (``Enum``, ``Protocol``, ``NamedTuple``); the members of an enumeration are
constants. Properties are attributes. Definitions of names such as ``__init__`` are left out: they
are nobody's keyword.
"""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.model import Kind

_TYPE_MAKERS: Final = frozenset(
    {'NewType', 'ParamSpec', 'TypeAliasType', 'TypeVar', 'TypeVarTuple'}
)
_CLASS_MAKERS: Final = frozenset(
    {'NamedTuple', 'TypedDict', 'make_dataclass', 'namedtuple', 'new_class'}
)
_ACCESSORS: Final = frozenset({'deleter', 'getter', 'setter'})
#: a function under one of these is a method, whatever its first parameter is called
METHOD_MAKERS: Final = frozenset({'abstractmethod', 'classmethod', 'override', 'staticmethod'})
#: how methods call what they belong to
SELVES: Final = frozenset({'cls', 'mcs', 'metacls', 'self'})

#: How much a statement says of the body it stands in, where the head of that body is cut off:
#: a method that it is a class's, any other statement that it is a function's.
METHOD: Final = 3
OTHER: Final = -1


def is_torn_constant(name: str) -> bool:
    """Tell whether a name may be a constant though it is not known in whose body it stands."""
    return name.isupper() and len(name) > 1


def is_dunder(name: str) -> bool:
    """Tell whether a name is one that the language itself gives a meaning."""
    return name.startswith('__') and name.endswith('__')


def makes_property(decorator: str) -> bool:
    """Tell whether a decorator, by its full or its last name, makes an attribute of a method."""
    name = decorator.rpartition('.')[2]
    return name.endswith('property') or (name in _ACCESSORS and '.' in decorator)


def makes_members(base: str) -> bool:
    """Tell whether the class attributes of a class with this base are the members of an enum."""
    return base.endswith(('Enum', 'Flag'))


def made(name: str, maker: str, first_argument: str) -> Kind | None:
    """Tell what ``name = maker('first_argument', …)`` defines, if it is no plain variable."""
    maker = maker.rpartition('.')[2]
    if maker in _CLASS_MAKERS or (name == first_argument and makes_members(maker)):
        return Kind.CLASS
    return Kind.TYPE if name == first_argument and maker in _TYPE_MAKERS else None


def assigned(name: str, *, in_class: bool, in_enum: bool = False, annotation: str = '') -> Kind:
    """Tell what an assignment at the level of a module or of a class defines."""
    if annotation.rpartition('.')[2] == 'TypeAlias':
        return Kind.TYPE
    if name.isupper() or (in_enum and not (name[0] == name[-1] == '_')):
        return Kind.CONSTANT
    return Kind.ATTRIBUTE if in_class else Kind.VARIABLE
