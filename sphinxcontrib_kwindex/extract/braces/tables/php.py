"""PHP."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.braces import imports, lexes, php
from sphinxcontrib_kwindex.extract.braces.acts import annotation, enumeration, namespace
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Language, Types
from sphinxcontrib_kwindex.extract.braces.tables.common import CLASS, CONTROL, acts, reserved
from sphinxcontrib_kwindex.extract.braces.variables import case, defined_by_name
from sphinxcontrib_kwindex.model import Kind

_ACTS: Final = acts(
    f"""
    {CONTROL} and array as callable clone declare die echo elseif empty enddeclare endfor endforeach
    endif endswitch endwhile eval exit extends foreach global goto implements include include_once
    instanceof insteadof isset list match or parent print require require_once self unset xor yield
    """,
    'abstract final private protected public readonly static var',
    {
        '#': annotation,
        'case': case,
        'class': CLASS,
        'const': php.constants,
        'define': defined_by_name,
        'enum': enumeration,
        'function': php.function_or_constructor,
        'interface': CLASS,
        'namespace': namespace(Kind.NAMESPACE, qualifies=False),
        'trait': CLASS,
        'use': imports.php,
    },
)
PHP: Final = Language(
    lexis=lexes.PHP,
    acts=_ACTS,
    rules={
        Label.MODULE: php.assignment,
        Label.CLASS: php.property_,
        Label.FUNCTION: php.assignment,
    },
    parameter=php.parameter,
    reserved=reserved(_ACTS, 'array define list match parent print self'),
    separator='::',
    this=('$this->', 'self::', 'static::'),
    sigils='$',
    types=Types.BEFORE,
)
