"""Go."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.braces import go, imports, lexes
from sphinxcontrib_kwindex.extract.braces.acts import namespace
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Language, Types
from sphinxcontrib_kwindex.extract.braces.tables.common import acts, reserved
from sphinxcontrib_kwindex.model import Kind

_ACTS: Final = acts(
    """
    break case chan continue default defer else fallthrough false for go goto if interface iota map
    nil range return select struct switch true
    """,
    '',
    {
        '(': go.opens,
        ')': go.closes,
        ':=': go.short,
        'const': go.declares(Label.CONSTANTS),
        'func': go.method,
        'import': imports.go,
        'package': namespace(Kind.MODULE, qualifies=False),
        'type': go.declares(Label.TYPES),
        'var': go.declares(Label.VARIABLES),
    },
)
GO: Final = Language(
    lexis=lexes.GO,
    acts=_ACTS,
    rules={
        Label.CLASS: go.interface_method,
        Label.FIELDS: go.field,
        Label.CONSTANTS: go.constants,
        Label.VARIABLES: go.globals_,
        Label.TYPES: go.type_,
    },
    parameter=go.parameter,
    reserved=reserved(_ACTS),
    this=(),
    no_body=frozenset({'interface', 'struct'}),
    types=Types.BEHIND,
    makes='{',
)
