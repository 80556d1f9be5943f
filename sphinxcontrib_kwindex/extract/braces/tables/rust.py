"""Rust."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.braces import imports, lexes, rust
from sphinxcontrib_kwindex.extract.braces.acts import (
    annotation,
    enumeration,
    function,
    namespace,
    scope,
)
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Language, Types
from sphinxcontrib_kwindex.extract.braces.tables.common import CLASS, acts, contextually, reserved
from sphinxcontrib_kwindex.extract.braces.variables import (
    alias,
    enumerator,
    named_parameter,
    variables,
)
from sphinxcontrib_kwindex.model import Kind

_STRUCTURE: Final = scope(Kind.CLASS, Label.FIELDS)
_ACTS: Final = acts(
    """
    as await break continue crate dyn else false for if in loop match move mut ref return self super
    true where while yield
    """,
    'async default unsafe',
    {
        '#': annotation,
        'const': variables(constant=True),
        'enum': enumeration,
        'extern': imports.crate,
        'fn': function,
        'impl': rust.implementation,
        'let': rust.let,
        'mod': namespace(Kind.MODULE, qualifies=True),
        'pub': rust.public,
        'static': variables(),
        'struct': _STRUCTURE,
        'trait': CLASS,
        'type': alias,
        'use': imports.rust,
    },
    contextually(macro_rules=rust.macro, union=_STRUCTURE),
)
RUST: Final = Language(
    lexis=lexes.RUST,
    acts=_ACTS,
    rules={Label.ENUM: enumerator, Label.FIELDS: rust.field},
    parameter=named_parameter,
    reserved=reserved(_ACTS, 'default macro_rules union'),
    separator='::',
    this=('self.', 'Self::'),
    variant=Label.FIELDS,
    types=Types.BEHIND_COLON,
    makes='{',
)
