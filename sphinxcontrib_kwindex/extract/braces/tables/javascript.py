"""JavaScript and TypeScript."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sphinxcontrib_kwindex.extract.braces import ecma, ecma_imports, lexes
from sphinxcontrib_kwindex.extract.braces.acts import (
    annotation,
    enumeration,
    modifier,
    namespace,
    nothing,
)
from sphinxcontrib_kwindex.extract.braces.machine import Machine
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Language, Types
from sphinxcontrib_kwindex.extract.braces.tables.common import (
    CLASS,
    CONTROL,
    acts,
    contextually,
    reserved,
)
from sphinxcontrib_kwindex.extract.braces.variables import alias
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from sphinxcontrib_kwindex.extract.braces.scopes import Act

_KEYWORDS: Final = (
    f'{CONTROL} await debugger delete extends instanceof typeof undefined void with yield'
)
#: keywords of the language that may well be names of functions
_FREE: Final = 'async catch default delete finally get require return set static throw'
_RULES: Final = {
    Label.MODULE: ecma.statement,
    Label.CLASS: ecma.member,
    Label.ENUM: ecma.enumerator,
    Label.OBJECT: ecma.item,
    Label.NESTED: ecma.item,
    Label.FUNCTION: ecma.statement,
}
_WORDS: Final[dict[str, Act]] = {
    '@': annotation,
    '*': modifier,
    'class': CLASS,
    'const': ecma.variable_statement,
    'export': ecma_imports.export,
    'function': ecma.function_statement,
    'import': ecma_imports.import_,
    'let': ecma.variable_statement,
    'require': ecma_imports.require,
    'var': ecma.variable_statement,
    'async': modifier,
    **contextually(get=modifier, set=modifier, static=modifier),
}


def _members(table: dict[str, Act]) -> dict[str, Act]:
    return {word: ecma.or_member(act) if word.isalpha() else act for word, act in table.items()}


_JAVASCRIPT_ACTS: Final = _members(acts(_KEYWORDS, '', _WORDS))
JAVASCRIPT: Final = Language(
    lexis=lexes.SCRIPT,
    acts=_JAVASCRIPT_ACTS,
    rules=_RULES,
    parameter=ecma.parameter,
    reserved=reserved(_JAVASCRIPT_ACTS, _FREE),
    no_body=frozenset({'=>'}),
)

_TYPED_WORDS: Final = contextually(
    abstract=modifier,
    accessor=modifier,
    asserts=nothing,
    declare=modifier,
    enum=enumeration,
    interface=CLASS,
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
    acts(
        f'{_KEYWORDS} implements infer is keyof satisfies unique',
        '',
        {'<': Machine.end_list},
        _WORDS,
        _TYPED_WORDS,
    )
)
TYPESCRIPT: Final = Language(
    lexis=lexes.SCRIPT,
    acts=_TYPESCRIPT_ACTS,
    rules=_RULES,
    parameter=ecma.parameter,
    reserved=reserved(
        _TYPESCRIPT_ACTS,
        f'{_FREE} {" ".join(_TYPED_WORDS)} implements infer is keyof satisfies unique',
    ),
    no_body=frozenset({'=>', ':', '<', '|', '&', 'is'}),
    types=Types.BEHIND_COLON,
)
