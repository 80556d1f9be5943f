"""The plain keywords of each language: words that are no names and declare nothing."""

from __future__ import annotations

from typing import Final

_CONTROL: Final = """
    break case catch continue default do else false finally for if in new null return super switch
    this throw true try while
"""


def _words(text: str) -> tuple[str, ...]:
    return tuple((_CONTROL + text).split())


JAVA: Final = _words(
    """
    assert boolean byte char double extends float goto implements instanceof int long permits short
    throws void yield var
    """
)
C_SHARP: Final = _words(
    """
    as base bool byte char checked decimal double fixed float foreach goto int is lock long nameof
    nint nuint object out params sbyte short sizeof stackalloc string typeof uint ulong unchecked
    ushort value var void when where yield await throw get set add remove init dynamic
    """
)
SCRIPT: Final = _words('await debugger delete extends instanceof typeof undefined void with yield')
TYPE_SCRIPT: Final = (*SCRIPT, 'implements', 'keyof', 'is', 'satisfies', 'infer', 'unique')
GO: Final = ['break', 'case', 'chan', 'continue', 'default', 'defer', 'else', 'fallthrough', 'false', 'for', 'go', 'goto', 'if', 'iota', 'map', 'nil', 'range', 'return', 'select', 'switch', 'true']
RUST: Final = ['as', 'async', 'await', 'break', 'continue', 'crate', 'dyn', 'else', 'false', 'for', 'if', 'in', 'loop', 'match', 'move', 'mut', 'ref', 'return', 'self', 'super', 'true', 'where', 'while', 'yield']
KOTLIN: Final = _words('as by get is it out set throw when where')
SWIFT: Final = _words(
    """
    Any Self as await catch defer didSet fallthrough get guard inout is nil repeat rethrows self set
    some throws where willSet
    """
)
SCALA: Final = _words('end export extends forSome given match then with yield until to')
PHP: Final = _words(
    """
    and array as callable clone declare die echo elseif empty enddeclare endfor endforeach endif
    endswitch endwhile eval exit extends foreach global goto implements include_once include
    instanceof insteadof isset list match or parent print require require_once self unset xor yield
    """
)
