"""Java and C#: types stand before names."""

from __future__ import annotations

from typing import Final

from sphinxcontrib_kwindex.extract.braces import imports, lexes, typed
from sphinxcontrib_kwindex.extract.braces.acts import annotation, enumeration, modifier, namespace
from sphinxcontrib_kwindex.extract.braces.machine import Machine
from sphinxcontrib_kwindex.extract.braces.scopes import Label, Language, Types
from sphinxcontrib_kwindex.extract.braces.tables.common import (
    CLASS,
    CONTROL,
    RECORD,
    acts,
    contextually,
    reserved,
)
from sphinxcontrib_kwindex.extract.braces.variables import end_enumerators, enumerator
from sphinxcontrib_kwindex.model import Kind

_RULES: Final = {
    Label.MODULE: typed.member,
    Label.CLASS: typed.member,
    Label.ENUM: enumerator,
    Label.FUNCTION: typed.local,
}

_JAVA_ACTS: Final = acts(
    f"""
    {CONTROL} assert boolean byte char double extends float goto implements instanceof int long
    permits short throws var void yield
    """,
    """
    abstract default final native non-sealed private protected public static strictfp synchronized
    transient volatile
    """,
    {
        ';': end_enumerators,
        '<': Machine.end_list,
        '@': annotation,
        'class': CLASS,
        'enum': enumeration,
        'import': imports.dotted,
        'interface': CLASS,
        'package': namespace(Kind.MODULE, qualifies=False),
    },
    contextually(record=RECORD, sealed=modifier),
)
JAVA: Final = Language(
    lexis=lexes.JAVA,
    acts=_JAVA_ACTS,
    rules=_RULES,
    parameter=typed.parameter,
    reserved=reserved(_JAVA_ACTS, 'permits record sealed'),
    nests=False,
    types=Types.BEFORE,
)

_C_SHARP_ACTS: Final = acts(
    f"""
    {CONTROL} add as await base bool byte char checked decimal double dynamic fixed float foreach
    get goto init int is lock long nameof nint nuint object out params remove sbyte set short sizeof
    stackalloc string throw typeof uint ulong unchecked ushort value var void when where yield
    """,
    """
    abstract async const event explicit extern file implicit internal new override partial private
    protected public readonly required sealed static unsafe virtual volatile
    """,
    {
        '<': Machine.end_list,
        '[': annotation,
        'class': CLASS,
        'delegate': typed.delegate,
        'enum': enumeration,
        'interface': CLASS,
        'namespace': namespace(Kind.NAMESPACE, qualifies=False),
        'struct': CLASS,
        'using': imports.using,
    },
    contextually(record=RECORD),
)
C_SHARP: Final = Language(
    lexis=lexes.C_SHARP,
    acts=_C_SHARP_ACTS,
    rules=_RULES,
    parameter=typed.parameter,
    reserved=reserved(_C_SHARP_ACTS, 'add async file get init record remove set value when where'),
    types=Types.BEFORE,
)
