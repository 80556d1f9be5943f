"""The tables of the languages: which word does what, and what other words do where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces import (
    ecma,
    go,
    imports,
    lexes,
    members,
    typed,
    words,
)
from sphinxcontrib_kwindex.extract.braces.acts import (
    alias,
    annotation,
    companion,
    constant_by_name,
    contextual,
    end_enumerators,
    enumeration,
    enumerators,
    equals,
    extension,
    function,
    modifier,
    named,
    namespace,
    nothing,
    scope,
    variables,
)
from sphinxcontrib_kwindex.extract.braces.machine import Label, Language, Machine
from sphinxcontrib_kwindex.extract.braces.tokens import NUMBER
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinxcontrib_kwindex.extract.braces.machine import Act

_PUNCTUATION: Final[dict[str, Act]] = {
    '{': Machine.open,
    '}': Machine.close,
    ';': Machine.end_statement,
    NUMBER: nothing,
}
_CLASS: Final = scope(Kind.CLASS, Label.CLASS)
_RECORD: Final = scope(Kind.CLASS, Label.CLASS, fields=())


def _acts(plain: Iterable[str], modifiers: str, *more: dict[str, Act]) -> dict[str, Act]:
    acts = {**_PUNCTUATION, **dict.fromkeys(plain, nothing)}
    acts |= dict.fromkeys(modifiers.split(), modifier)
    for declaring in more:
        acts |= declaring
    return acts


def _reserved(acts: dict[str, Act], free: str = '') -> frozenset[str]:
    """Name the words that are no names: all that act, but for those that act only in a context."""
    return frozenset(acts) - frozenset(free.split())


def _contextually(**acts: Act) -> dict[str, Act]:
    return {word: contextual(act) for word, act in acts.items()}


def _members(acts: dict[str, Act]) -> dict[str, Act]:
    return {word: ecma.or_member(act) if word.isalpha() else act for word, act in acts.items()}


# -- types before names

_JAVA_ACTS: Final = _acts(
    words.JAVA,
    'abstract default final native private protected public static strictfp synchronized transient'
    ' volatile non-sealed',
    {
        ';': end_enumerators,
        '<': Machine.end_list,
        '@': annotation,
        'class': _CLASS,
        'interface': _CLASS,
        'enum': enumeration,
        'package': namespace(Kind.MODULE, qualifies=False),
        'import': imports.dotted,
    },
    _contextually(record=_RECORD, sealed=modifier),
)
JAVA: Final = Language(
    lexis=lexes.JAVA,
    acts=_JAVA_ACTS,
    rules={
        Label.MODULE: typed.member,
        Label.CLASS: typed.member,
        Label.ENUM: members.enumerator,
        Label.FUNCTION: typed.local,
    },
    parameter=typed.parameter,
    reserved=_reserved(_JAVA_ACTS, 'record sealed permits'),
)

_C_SHARP_ACTS: Final = _acts(
    words.C_SHARP,
    'abstract async const event explicit extern file implicit internal new override partial private'
    ' protected public readonly required sealed static unsafe virtual volatile',
    {
        '<': Machine.end_list,
        '[': annotation,
        'class': _CLASS,
        'struct': _CLASS,
        'interface': _CLASS,
        'enum': enumeration,
        'delegate': typed.delegate,
        'namespace': namespace(Kind.NAMESPACE, qualifies=False),
        'using': imports.using,
    },
    _contextually(record=_RECORD),
)
C_SHARP: Final = Language(
    lexis=lexes.C_SHARP,
    acts=_C_SHARP_ACTS,
    rules={
        Label.MODULE: typed.member,
        Label.CLASS: typed.member,
        Label.ENUM: members.enumerator,
        Label.FUNCTION: typed.local,
    },
    parameter=typed.parameter,
    reserved=_reserved(_C_SHARP_ACTS, 'record value get set add remove init where when async file'),
)

# -- JavaScript and TypeScript

_SCRIPT_RULES: Final = {
    Label.MODULE: ecma.statement,
    Label.CLASS: ecma.member,
    Label.ENUM: ecma.enumerator,
    Label.OBJECT: ecma.item,
    Label.NESTED: ecma.item,
    Label.FUNCTION: ecma.statement,
}
_SCRIPT_WORDS: Final[dict[str, Act]] = {
    '@': annotation,
    '*': modifier,
    'class': _CLASS,
    'const': ecma.variable_statement,
    'function': ecma.function_statement,
    'import': imports.script,
    'let': ecma.variable_statement,
    'require': imports.require,
    'var': ecma.variable_statement,
    'export': imports.script_export,
    **_contextually(get=modifier, set=modifier, static=modifier, **{'async': modifier}),
}
_FREE: Final = 'get set static async from of require default delete catch finally return throw'
_JAVASCRIPT_ACTS: Final = _members(_acts(words.SCRIPT, '', _SCRIPT_WORDS))
JAVASCRIPT: Final = Language(
    lexis=lexes.SCRIPT,
    acts=_JAVASCRIPT_ACTS,
    rules=_SCRIPT_RULES,
    parameter=ecma.parameter,
    reserved=_reserved(_JAVASCRIPT_ACTS, _FREE),
    no_body=frozenset({'=>'}),
)
_TYPESCRIPT_WORDS: Final = {'<': Machine.end_list} | _contextually(
    abstract=modifier,
    accessor=modifier,
    asserts=nothing,
    declare=modifier,
    enum=enumeration,
    interface=_CLASS,
    module=namespace(Kind.NAMESPACE, qualifies=True),
    namespace=namespace(Kind.NAMESPACE, qualifies=True),
    override=modifier,
    private=modifier,
    protected=modifier,
    public=modifier,
    readonly=modifier,
    type=alias,
)
_TYPESCRIPT_ACTS: Final = _members(
    _acts(words.TYPE_SCRIPT, '', _SCRIPT_WORDS, _TYPESCRIPT_WORDS)
)
TYPESCRIPT: Final = Language(
    lexis=lexes.SCRIPT,
    acts=_TYPESCRIPT_ACTS,
    rules=_SCRIPT_RULES,
    parameter=ecma.parameter,
    reserved=_reserved(
        _TYPESCRIPT_ACTS,
        f'{_FREE} abstract accessor asserts declare enum interface module namespace override private'
        ' protected public readonly type is infer unique satisfies keyof implements',
    ),
    no_body=frozenset({'=>', ':', '<', '|', '&'}),
)

# -- Go and Rust

_GO_ACTS: Final = _acts(
    words.GO,
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
        'struct': nothing,
        'interface': nothing,
    },
)
GO: Final = Language(
    lexis=lexes.GO,
    acts=_GO_ACTS,
    rules={
        Label.CLASS: go.interface_method,
        Label.FIELDS: go.field,
        Label.CONSTANTS: go.constants,
        Label.VARIABLES: go.globals_,
        Label.TYPES: go.type_,
    },
    parameter=go.parameter,
    reserved=_reserved(_GO_ACTS),
    this=(),
    no_body=frozenset({'interface', 'struct'}),
)

_RUST_ACTS: Final = _acts(
    words.RUST,
    'async unsafe default',
    {
        '#': annotation,
        'const': variables(constant=True),
        'enum': enumeration,
        'extern': imports.crate,
        'fn': function,
        'impl': members.implementation,
        'let': variables(),
        'mod': namespace(Kind.MODULE, qualifies=True),
        'pub': members.public,
        'static': variables(),
        'struct': scope(Kind.CLASS, Label.FIELDS),
        'trait': _CLASS,
        'type': alias,
        'use': imports.rust,
    },
    _contextually(union=scope(Kind.CLASS, Label.FIELDS), macro_rules=members.macro),
)
RUST: Final = Language(
    lexis=lexes.RUST,
    acts=_RUST_ACTS,
    rules={Label.ENUM: members.enumerator, Label.FIELDS: members.field},
    parameter=members.named_parameter,
    reserved=_reserved(_RUST_ACTS, 'union macro_rules default'),
    separator='::',
    this=('self.', 'Self::'),
    variant=Label.FIELDS,
)

# -- Kotlin, Swift, Scala

_KOTLIN_ACTS: Final = _acts(
    words.KOTLIN,
    '',
    {
        ';': end_enumerators,
        '=': equals,
        '@': annotation,
        'class': scope(Kind.CLASS, Label.CLASS, fields=('val', 'var')),
        'fun': function,
        'import': imports.dotted,
        'interface': _CLASS,
        'object': companion(_CLASS),
        'package': namespace(Kind.MODULE, qualifies=False),
        'typealias': alias,
        'val': variables(),
        'var': variables(),
    },
    _contextually(
        enum=enumeration,
        **dict.fromkeys(
            ['abstract', 'actual', 'annotation', 'companion', 'const', 'crossinline', 'data', 'expect', 'external', 'final', 'infix', 'inline', 'inner', 'internal', 'lateinit', 'noinline', 'open', 'operator', 'override', 'private', 'protected', 'public', 'reified', 'sealed', 'suspend', 'tailrec', 'vararg'],
            modifier,
        ),
    ),
)
KOTLIN: Final = Language(
    lexis=lexes.KOTLIN,
    acts=_KOTLIN_ACTS,
    rules={Label.ENUM: members.enumerator},
    parameter=members.named_parameter,
    reserved=_reserved(_KOTLIN_ACTS, 'by get set out it where annotation data enum value'),
)

_SWIFT_ACTS: Final = _acts(
    words.SWIFT,
    'convenience dynamic fileprivate final indirect infix internal lazy mutating nonisolated'
    ' nonmutating open optional override postfix prefix private public required static unowned weak',
    {
        '@': annotation,
        'associatedtype': alias,
        'case': enumerators,
        'class': _CLASS,
        'enum': enumeration,
        'extension': extension,
        'func': function,
        'import': imports.swift,
        'init': named('init'),
        'let': variables(),
        'protocol': _CLASS,
        'struct': _CLASS,
        'subscript': named('subscript'),
        'typealias': alias,
        'var': variables(),
    },
    _contextually(actor=_CLASS),
)
SWIFT: Final = Language(
    lexis=lexes.SWIFT,
    acts=_SWIFT_ACTS,
    rules={},
    parameter=members.named_parameter,
    reserved=_reserved(_SWIFT_ACTS, 'get set some prefix open actor dynamic optional required'),
    this=('self.', 'Self.'),
)

_SCALA_ACTS: Final = _acts(
    words.SCALA,
    'abstract final implicit inline lazy open opaque override private protected sealed transparent',
    {
        '=': equals,
        '@': annotation,
        'case': enumerators,
        'class': scope(Kind.CLASS, Label.CLASS, fields=('val', 'var', 'case')),
        'def': function,
        'enum': enumeration,
        'import': imports.dotted,
        'object': _CLASS,
        'package': namespace(Kind.MODULE, qualifies=False),
        'trait': _CLASS,
        'type': alias,
        'val': variables(),
        'var': variables(),
    },
)
SCALA: Final = Language(
    lexis=lexes.SCALA,
    acts=_SCALA_ACTS,
    rules={},
    parameter=members.named_parameter,
    reserved=_reserved(_SCALA_ACTS, 'end inline open opaque transparent until to'),
)

# -- PHP

_PHP_ACTS: Final = _acts(
    words.PHP,
    'abstract final private protected public readonly static var',
    {
        '#': annotation,
        'case': enumerators,
        'class': _CLASS,
        'const': variables(constant=True),
        'define': constant_by_name,
        'enum': enumeration,
        'function': function,
        'interface': _CLASS,
        'namespace': namespace(Kind.NAMESPACE, qualifies=False),
        'trait': _CLASS,
        'use': imports.php,
    },
)
PHP: Final = Language(
    lexis=lexes.PHP,
    acts=_PHP_ACTS,
    rules={
        Label.MODULE: members.php_variable,
        Label.CLASS: members.php_property,
        Label.FUNCTION: members.php_variable,
    },
    parameter=members.php_parameter,
    reserved=_reserved(_PHP_ACTS, 'define list print match parent self array'),
    separator='::',
    this=('$this->', 'self::', 'static::'),
    sigils='$',
)
