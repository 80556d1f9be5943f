"""Java and C#: types stand before names."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.curly import keyword_actions as act
from sphinxcontrib_kwindex.extract.curly import lexer
from sphinxcontrib_kwindex.extract.curly.parser import (
    Grammar,
    Parser,
    Scope,
    ScopeKind,
    TypePosition,
)
from sphinxcontrib_kwindex.model import Kind

#: words that are no types
_NO_TYPES: Final = frozenset(
    str.split("""
    as async await base break by case catch continue default descending do else equals extends
    finally for foreach from goto group if implements import in instanceof into is join let lock
    namespace nameof new not on or orderby out package permits return select sizeof stackalloc
    switch synchronized throw throws try typeof using where while with yield
    """)
)
#: what stands after the parameters of a method that has a body, or after a prototype
_AFTER_PARAMETERS: Final = frozenset((*str.split('{ ; throws => where : default'), lexer.END))
#: modifiers that only members have
_MEMBER_MODIFIERS: Final = frozenset(
    str.split('internal private protected public readonly required static')
)
#: what stands after the name of a field or property
_AFTER_FIELD: Final = frozenset(str.split('= ; , { =>'))


def member(parser: Parser, i: int) -> bool:
    """Declare methods, fields and properties of classes, also in fragments of them."""
    following = parser.words[i + 1]
    if following in '(<':
        return _method(parser, i)
    if following == '[':  # "int a[];", but not "new int[]"
        following = parser.words[parser.past(i + 1)]
    return following in _AFTER_FIELD and _field(parser, i)


def local_variable(parser: Parser, i: int) -> bool:
    """Declare local variables and local functions."""
    following = parser.words[i + 1]
    if following == '(':
        return parser.grammar.nested_functions and _is_typed(parser, i) and _method(parser, i)
    is_choice = following == ':' and parser.words[i - 1] == '?'  # "a ? b : c"
    if following in ('=', ';', ':', 'in') and not is_choice and _is_typed(parser, i):
        parser.define_variable(i)
        return True
    return False


def parameter(parser: Parser, i: int) -> bool:
    """Check whether this is a parameter; its type stands before it."""
    return parser.words[i + 1] in '=,)' and parser.words[i - 1] not in '(,='


def delegate(parser: Parser, i: int) -> int:
    """Declare a delegate, a type of functions."""
    for k in range(i + 1, i + lexer.AHEAD):
        if parser.words[k] in ';{\0':
            break
        opens = parser.past_angles(k)
        if parser.words[opens] == '(' and parser.is_name(k - 1):
            parser.define(k - 1, Kind.TYPE)
            return parser.past(opens)
    return i + 1


def _is_typed(parser: Parser, i: int) -> bool:
    """Check whether a type stands before a name."""
    before = parser.words[i - 1]
    if before == ')':
        return _is_tuple(parser, i - 1)
    if before == '>':
        return parser.tokens.before_angles(i - 1) >= 0
    if before == '*':  # "int* a;", "int** a;", but not "= a * b;"
        return parser.at_start(i - (3 if parser.words[i - 2] == '*' else 2))
    if before in ']?':
        return parser.words[i - 2] not in ')?'
    is_word = before[0].isalpha() or before[0] in '_$.'
    is_named = parser.is_name(i) or _is_operator(parser.words[i])
    return is_word and before not in _NO_TYPES and is_named


def _is_tuple(parser: Parser, i: int) -> bool:
    """Check whether this closes the type ``(int a, int b)`` at the start of a statement."""
    has_comma = False
    for k in range(i - 1, max(i - lexer.AHEAD, -1), -1):
        has_comma |= parser.words[k] == ','
        if parser.tokens.closes.get(k) == i:
            return has_comma and parser.at_start(k)
        if parser.words[k] in ';{}':
            break
    return False


def _is_operator(word: str) -> bool:
    """Check whether this is ``operator ==`` or the like."""
    return word.startswith('operator') and not word.isidentifier()


def _method(parser: Parser, i: int) -> bool:
    opens = parser.past_angles(i + 1)
    if parser.words[opens] != '(':
        return False
    after = parser.words[parser.past(opens)] if opens in parser.tokens.closes else lexer.END
    if after not in _AFTER_PARAMETERS or (after == ';' and parser.scope.kind is ScopeKind.FUNCTION):
        return False
    is_constructor = after in '{:' and _is_constructor(parser, i)
    if not is_constructor and (after == ':' or not _is_typed(parser, i)):
        return False
    name = parser.words[i]
    if _is_operator(name):
        name = f'operator {name.removeprefix("operator").strip()}'
    parser.expect_function(parser.define_function(i, Kind.METHOD, name), opens)
    return True


def _is_constructor(parser: Parser, i: int) -> bool:
    """Check whether a method has the name of its class, which a fragment may not show."""
    name, prefix = parser.words[i], parser.scope.prefix
    is_unknown = not prefix and name[0].isupper() and parser.is_name(i)
    return parser.at_start(i) and (is_unknown or name == prefix.rpartition('.')[2])


def _field(parser: Parser, i: int) -> bool:
    is_listed = parser.in_list and parser.words[i - 1] == ',' and parser.is_item(i)
    if not is_listed and not _is_typed(parser, i):
        return False
    if parser.words[i + 1] == ',' and not parser.is_item(i + 2):
        return False  # "(int a, int b)"
    parser.in_list = True
    if parser.scope.kind is ScopeKind.MODULE and _is_member(parser, i):
        parser.define(i, Kind.ATTRIBUTE)
    else:
        parser.define_variable(i, constant=parser.words[i - 2] == 'const')
    return True


def _is_member(parser: Parser, i: int) -> bool:
    """Check whether a field without its class has accessors or a modifier of members."""
    if parser.words[i + 1] == '{' or (parser.words[i].isupper() and len(parser.words[i]) > 1):
        return parser.words[i + 1] == '{'
    return parser.words[parser.start - 1] in _MEMBER_MODIFIERS


def new(parser: Parser, i: int) -> int:
    """Expect the body of a class without a name: ``new Name(…) {``."""
    opens = parser.past_angles(i + 2)
    if parser.words[opens] == '(' and parser.words[parser.past(opens)] == '{':
        body = parser.past(opens)
        parser.bodies[body] = Scope(ScopeKind.ANONYMOUS, parser.scope.prefix)
    return i + 1


def using(parser: Parser, i: int) -> int:
    """Parse ``using A.B;``, ``using X = A.B.C;``."""
    k = i + 1 + (parser.words[i + 1] == 'static')
    if parser.words[k + 1] == ';':
        act.import_module(parser, k, parser.words[k])
        return k + 1
    if parser.words[k + 1] == '=' and parser.words[k + 3] == ';':
        act.add_import(parser, k + 2, parser.words[k + 2], parser.words[k])
        return k + 3
    return i + 1


def attribute(parser: Parser, i: int) -> int:
    """Parse the attributes ``[Name(…)]`` of a declaration; elsewhere skip a bracket."""
    return act.attribute(parser, i) if parser.at_start(i) else i + 1


#: the name of an overloaded operator is one word
_OVERLOADED: Final = (
    r'(?<![\w$])operator(?:[ ]checked)?(?:[ ]?(?:>>>|<<|>>|\+\+|--|[=!<>]=|[-+*/%&|^~!<>])'
    r'|[ ](?:true|false))(?=[ ]?\()'
)

_RULES: Final = {
    ScopeKind.MODULE: member,
    ScopeKind.CLASS: member,
    ScopeKind.ANONYMOUS: member,
    ScopeKind.ENUM: act.enumerator,
    ScopeKind.FUNCTION: local_variable,
}
JAVA: Final = Grammar(
    lexer_rules=lexer.rules(
        lexer.names(r'\.'), lexer.TRIPLE, lexer.DOUBLE, lexer.SINGLE, lexer.ARITHMETIC
    ),
    actions=act.table(
        f"""
        {act.CONTROL} assert boolean byte char double extends float goto implements instanceof int
        long permits short throws var void yield
        """,
        """
        abstract default final native non-sealed private protected public static strictfp
        synchronized transient volatile
        """,
        {
            ';': act.end_enumerators,
            '<': Parser.end_list,
            '@': act.annotation,
            '->': act.arrow_function,
            'class': act.CLASS,
            'enum': act.enumeration,
            'import': act.dotted_import,
            'interface': act.CLASS,
            'new': new,
            'package': act.PACKAGE,
        },
        act.contextual(record=act.RECORD, sealed=act.modifier),
    ),
    rules=_RULES,
    is_parameter=parameter,
    contextual='permits record sealed',
    argument_signs='=',
    nested_functions=False,
    type_position=TypePosition.BEFORE,
)
C_SHARP: Final = Grammar(
    lexer_rules=lexer.rules(
        _OVERLOADED + '|' + lexer.names(r'\??\.'),
        r'(?<=@)"(?:[^"]|"")*+"?',
        r'(?<=@\$)"(?:[^"]|"")*+"?',
        lexer.TRIPLE,
        lexer.DOUBLE,
        lexer.SINGLE,
        r'(?<![^\n \t])\#[^\n]*+',
        lexer.ARITHMETIC,
    )._replace(line_comments=('//', '#')),
    actions=act.table(
        f"""
        {act.CONTROL} add as await base bool byte char checked decimal double dynamic fixed float
        foreach get goto init int is lock long nameof nint nuint object out params remove sbyte set
        short sizeof stackalloc string throw typeof uint ulong unchecked ushort value var void when
        where yield
        """,
        """
        abstract async const event explicit extern file implicit internal new override partial
        private protected public readonly required sealed static unsafe virtual volatile
        """,
        {
            '<': Parser.end_list,
            '[': attribute,
            '=>': act.arrow_function,
            'class': act.CLASS,
            'delegate': delegate,
            'enum': act.enumeration,
            'interface': act.CLASS,
            'namespace': act.namespace(Kind.NAMESPACE, qualifies=False),
            'struct': act.CLASS,
            'using': using,
        },
        act.contextual(record=act.RECORD),
    ),
    rules=_RULES,
    is_parameter=parameter,
    contextual='add async file get init record remove set value when where',
    argument_signs=':=',
    field_sign='=',
    type_position=TypePosition.BEFORE,
)
