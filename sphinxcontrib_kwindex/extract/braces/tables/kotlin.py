"""Kotlin, Swift and Scala: all is declared by keywords."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.braces import imports, lexes
from sphinxcontrib_kwindex.extract.braces.acts import (
    annotation,
    companion,
    enumeration,
    equals,
    extension,
    extension_of_parameter,
    function,
    given,
    modifier,
    named,
    namespace,
    scope,
)
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Language, Types
from sphinxcontrib_kwindex.extract.braces.tables.common import (
    CLASS,
    CONTROL,
    acts,
    contextually,
    reserved,
)
from sphinxcontrib_kwindex.extract.braces.variables import (
    alias,
    case,
    end_enumerators,
    enumerator,
    listed,
    named_parameter,
    variables,
)
from sphinxcontrib_kwindex.model import Kind

_KOTLIN_MODIFIERS: Final = str.split("""
    abstract actual annotation companion const crossinline data expect external final infix inline
    inner internal lateinit noinline open operator override private protected public reified sealed
    suspend tailrec value vararg
""")
_KOTLIN_ACTS: Final = acts(
    f'{CONTROL} as by get is it out set throw when where',
    '',
    {
        ';': end_enumerators,
        '=': equals,
        '@': annotation,
        'class': scope(Kind.CLASS, Label.CLASS, fields=('val', 'var')),
        'constructor': named('constructor'),
        'fun': function,
        'import': imports.dotted,
        'interface': CLASS,
        'object': companion(CLASS),
        'package': namespace(Kind.MODULE, qualifies=False),
        'typealias': alias,
        'val': variables(),
        'var': variables(),
    },
    contextually(enum=enumeration, **dict.fromkeys(_KOTLIN_MODIFIERS, modifier)),
)
KOTLIN: Final = Language(
    lexis=lexes.KOTLIN,
    acts=_KOTLIN_ACTS,
    rules={Label.ENUM: enumerator},
    parameter=named_parameter,
    reserved=reserved(_KOTLIN_ACTS, f'by enum get it out set where {" ".join(_KOTLIN_MODIFIERS)}'),
    types=Types.BEHIND_COLON,
    makes='(',
)

_SWIFT_ACTS: Final = acts(
    f"""
    {CONTROL} Any Self as await defer didSet fallthrough get guard inout is nil repeat rethrows self
    set some throws where willSet
    """,
    """
    convenience dynamic fileprivate final indirect infix internal lazy mutating nonisolated
    nonmutating open optional override postfix prefix private public required static unowned weak
    """,
    {
        '@': annotation,
        'associatedtype': alias,
        'case': case,
        'class': CLASS,
        'enum': enumeration,
        'extension': extension,
        'func': function,
        'import': imports.swift,
        'init': named('init'),
        'let': variables(),
        'protocol': CLASS,
        'struct': CLASS,
        'subscript': named('subscript'),
        'typealias': alias,
        'var': variables(),
    },
    contextually(actor=CLASS),
)
SWIFT: Final = Language(
    lexis=lexes.SWIFT,
    acts=_SWIFT_ACTS,
    rules=dict.fromkeys((Label.MODULE, Label.CLASS, Label.FUNCTION), listed),
    parameter=named_parameter,
    reserved=reserved(_SWIFT_ACTS, 'actor dynamic get open optional prefix required set some'),
    this=('self.', 'Self.'),
    types=Types.BEHIND_COLON,
    makes='(',
)

_SCALA_ACTS: Final = acts(
    f'{CONTROL} end export extends forSome match then until to with yield',
    'abstract final implicit inline lazy open opaque override private protected sealed transparent',
    {
        '=': equals,
        '@': annotation,
        'case': case,
        'class': scope(Kind.CLASS, Label.CLASS, fields=('val', 'var')),
        'def': function,
        'enum': enumeration,
        'extension': extension_of_parameter,
        'given': given,
        'import': imports.dotted,
        'object': CLASS,
        'package': namespace(Kind.MODULE, qualifies=False),
        'trait': CLASS,
        'type': alias,
        'val': variables(),
        'var': variables(),
    },
)
SCALA: Final = Language(
    lexis=lexes.SCALA,
    acts=_SCALA_ACTS,
    rules=dict.fromkeys((Label.MODULE, Label.CLASS, Label.FUNCTION), listed),
    parameter=named_parameter,
    reserved=reserved(_SCALA_ACTS, 'end extension inline opaque open to transparent until'),
    types=Types.BEHIND_COLON,
    makes='(',
)
