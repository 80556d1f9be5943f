"""Judge of mentions: whether each is a name of the project, exists, and how sure that is.

``verdicts_of`` is the whole judgement of a document, from top to bottom. A verdict of the level
``error`` needs a proof in the sources; anything else that looks wrong is a warning.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.check.builder import Level
from sphinxcontrib_kwindex.check.cli_options import is_long_option, long_options
from sphinxcontrib_kwindex.check.known import external_names
from sphinxcontrib_kwindex.check.mentions import DocumentMentions, Mention
from sphinxcontrib_kwindex.check.python_symbols import State
from sphinxcontrib_kwindex.extract import find_language
from sphinxcontrib_kwindex.extract.literals import guess_kind
from sphinxcontrib_kwindex.extract.names import LONGEST, SEPARATOR, last_component, word_lists
from sphinxcontrib_kwindex.extract.prose.wordlists import is_noise
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx import addnodes

    from sphinxcontrib_kwindex.check.known import Known
    from sphinxcontrib_kwindex.check.mentions import Command


class Verdict(NamedTuple):
    """What is known of a name of the project."""

    state: State
    #: of a name that is missing, what is wrong; of one that is not sure, the reason
    message: str = ''
    level: Level = Level.WARNING
    #: names whose sources may be incomplete together
    group: str = ''
    #: another document may define it
    is_call: bool = False
    #: the part of the name that is missing, if it is not the last one
    part: str = ''


_QUALIFIED = re.compile(r'[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)+')
_NAME = re.compile(r'[^\W\d]\w*(?:(?:\.|::)[^\W\d]\w*)*')
#: a path, or a pattern of names: "Gauge.read_*"; not the arguments of a call
_NO_NAME = re.compile(r'^[^(<]*(?:\*$|\w\*|/|[{…])')
#: "Gauge#read" in Ruby, "Acme\\Gauge" and "Gauge->level" in PHP
_OTHER_SEPARATORS = re.compile(r'(?<=\w)(?:#|->|\\)(?=[^\W\d])')
_WORD = re.compile(r'[^\W\d]\w*')
_SUFFIXES = word_lists('external_names')['suffixes']
#: domains that describe names of code -> their languages
_DOMAINS = {
    'c': {'c'}, 'cpp': {'c'}, 'go': {'go'}, 'js': {'javascript', 'typescript'}, 'lua': {'lua'},
    'php': {'php'}, 'py': {'python'}, 'rb': {'ruby'}, 'rust': {'rust'},
}  # fmt: skip
#: roles of references to callables
_CALLABLE_ROLES = frozenset({'func', 'meth', 'function', 'method', 'class', 'exc'})
_CALL = re.compile(r'[\w.:]+\((.*)\)', re.DOTALL)
#: names of this length are similar to many
_SHORT = 4
#: a name so long and so similar to another one is misspelt
_MISSPELT, _LONG = 0.9, 8
_DIGITS = '0123456789'
#: placeholders for any name: "get_X()", "my_func()", "acme_foo_init"
_PLACEHOLDER = re.compile(
    r'(?i:my|your|some|any|foo|bar|custom|example|test)_?\w*|\w+_(?:[A-Z]|xxx|XXX|foo|bar)|X+|xxx'
    r'|(?i:(?:\w*_)?(?:foo|bar|baz|qux|xxx|xyz|foobar|something|whatever|blah)(?:_?\d)?(?:_\w*)?)'
    r'|\w*(?:Foo|Bar|Baz|XXX|YYY)(?![a-z])\w*'
)
#: text before any function of such a name: "your", "such as a"; \\ufffc stands for code
_EXAMPLE = re.compile(
    r"""
    \b(?:an?|any|custom|called|like|my|named|our|own|some|such\s+as|their|your)\s+
      (?:[a-z-]+\s+)? (?:\ufffc,?\s+(?:and\s+|or\s+)?)*$
    | \b(?:e\.g\.|for\s+(?:example|instance)),?[^()]*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: an owner before a name: "as Postgres' ``f()``"; not at the beginning of a sentence
_OWNER = re.compile(r"\S\s+[\"“(]?([A-Z][\w.-]*)(?:['’]s?)?\s+(?:function\s+|method\s+)?$")


def verdicts_of(
    document: DocumentMentions, known: Known, resolves: Callable[[addnodes.pending_xref], bool]
) -> Iterator[tuple[Mention, Verdict]]:
    """Yield the mentions of a document that are names of the project, each with its verdict.

    ``resolves`` checks a reference in its domain.
    """
    for one in filter(_is_whole, document.names):
        name = _OTHER_SEPARATORS.sub('::', one.name.lstrip('\\'))
        if one.described:
            verdict = _described(one, known)
        elif one.reference is not None and one.reference['reftype'] == 'option':
            verdict = None if resolves(one.reference) else _option_reference(one, known)
        elif one.reference is not None:
            verdict = _reference(one.reference, one, document, known, resolves)
        elif one.name.startswith('--'):
            verdict = _option(one, document, known)
        elif _PLACEHOLDER.fullmatch(last_component(name)):
            verdict = None
        elif _QUALIFIED.fullmatch(name):
            verdict = _literal(name, one, document, known)
        else:
            verdict = _plain(one, document, known)
        if verdict is not None:
            yield one, verdict
    for command in document.commands:
        yield from _options_of(command, document, known)


def _is_whole(one: Mention) -> bool:
    """Check whether a name is so short that it is not cut off."""
    return len(one.name) < LONGEST


# -- qualified names


def _literal(
    name: str, one: Mention, document: DocumentMentions, known: Known
) -> Verdict | None:
    """Judge a qualified name in a literal or in code."""
    first = SEPARATOR.split(name)[0]
    if (one.text.startswith('.') and first in known.tops) or _NO_NAME.search(one.text):
        return None  # a hidden file, a path, or a pattern
    is_package = first == known.project.casefold() and not one.is_code
    # an example makes it from a string
    is_quoted = '::' not in name and last_component(name) in document.quoted
    if (
        not _may_be_own(name, known)
        or (first in document.defined and not is_package)
        or _may_be_setting(name, one, known)
        or (is_quoted and not known.is_python(name))
    ):
        return None
    language = find_language(one.language)
    verdict = _qualified(name, known, is_python=not language.has_scopes)
    rest = name.partition('.')[2]
    if not language.is_script or not rest:
        return verdict
    # scripts name what they import after its package
    if verdict is None:
        return _qualified(rest, known, is_python=False) if _QUALIFIED.fullmatch(rest) else None
    return Verdict(State.EXISTS, group=first) if known.is_defined(rest) else verdict


def _may_be_own(name: str, known: Known) -> bool:
    """Check whether a qualified name is no file and no host."""
    first, *_rest, last = SEPARATOR.split(name)
    return (
        last not in _SUFFIXES
        and guess_kind(name) is not Kind.FILE
        and (first in known.tops or not {first, last} <= external_names())
    )


def _may_be_setting(name: str, one: Mention, known: Known) -> bool:
    """Check whether a name may be a setting, whose last part is quoted in sources, or a prefix."""
    first, *rest = name.split('.')
    return (
        len(rest) == 1
        and first in known.tops
        and one.text == name
        and (rest[0] in known.sources.quoted or re.search('[^_]_$', name) is not None)
    )


def _qualified(  # noqa: PLR0911  one for each way to know
    name: str, known: Known, *, is_python: bool = True
) -> Verdict | None:
    """Judge a qualified name by the scope that it begins with; one of no own scope has no verdict.

    A name in code of another language is none of Python.
    """
    sources, first = known.sources, SEPARATOR.split(name)[0]
    is_listed = sources.is_own(name)
    if known.is_python(name):
        if not is_python and not is_listed:
            return None  # a package of the same name in another language
    elif not known.is_own(name):
        return None
    is_pattern = name.endswith('_') and known.is_family(last_component(name))  # "read_<name>"
    if is_pattern or known.is_documented(name) or known.is_defined(name):
        return Verdict(State.EXISTS, group=first)
    if is_python and known.is_python(name):
        return _in_python(name, first, known)
    if not is_listed and first != known.project.casefold():
        return Verdict(State.MISSING, 'is not in the documentation', group=first)
    found = sources.look_up(name)
    if found.state is State.MISSING:
        return _missing(first, 'is in no source', known)._replace(part=found.why)
    return Verdict(found.state, found.why, group=first)


def _in_python(name: str, first: str, known: Known) -> Verdict:
    """Judge a name that begins with a module or a class of Python."""
    found = known.sources.python.look_up(name)
    last = last_component(name)
    is_word = last in known.sources.words or last in external_names()
    if found.state is not State.MISSING and (found.state is not State.IF_WORD or is_word):
        state = State.EXISTS if found.state is State.EXISTS else State.UNSURE
        return Verdict(state, found.why, group=first)
    if not is_word:
        return _missing(first, 'is in no source', known)
    if known.sources.python.is_class(found.why):
        return Verdict(State.MISSING, f'is not in the class {found.why}', group=first)
    return _missing(first, f'is not in the module {found.why}', known)


def _missing(first: str, message: str, known: Known) -> Verdict:
    """Return a verdict that is an error if the project has a scope to itself."""
    is_sure = bool(known.sources.count) and known.is_main(first) and first not in external_names()
    level = Level.ERROR if is_sure else Level.WARNING
    return Verdict(State.MISSING, message, level, group=first)


# -- descriptions


def _described(one: Mention, known: Known) -> Verdict | None:
    """Judge the description of an object that an author has written."""
    domain, sources = one.described, known.sources
    words = _WORD.findall(one.name)
    languages = _DOMAINS.get(domain, set()) | {''}
    if not _NAME.fullmatch(one.name) or languages.isdisjoint(sources.languages):
        return None
    group = f'the {domain} domain'
    if domain == 'py' and known.is_python(one.name):
        found = sources.python.look_up(one.name)
        if found.state is State.UNSURE:
            return Verdict(State.UNSURE, found.why, group=group)
        if found.state is State.EXISTS or words[-1] in sources.words:
            return Verdict(State.EXISTS, group=group)
    elif words[-1] in sources.words:
        return Verdict(State.EXISTS, group=group)
    is_qualified = len(words) > 1 and words[0].islower()
    is_foreign = domain == 'py' and is_qualified and not known.is_python(one.name)
    level = Level.WARNING if is_foreign else Level.ERROR  # another project's module
    return Verdict(State.MISSING, 'is described, but not in the sources', level, group)


# -- references


def _reference(  # noqa: PLR0911  likewise
    reference: addnodes.pending_xref,
    one: Mention,
    document: DocumentMentions,
    known: Known,
    resolves: Callable[[addnodes.pending_xref], bool],
) -> Verdict | None:
    """Judge a reference: its target alone, or in the scopes in which it stands."""
    name = one.name
    if resolves(reference):
        return _qualified(name, known) and Verdict(State.EXISTS)
    is_qualified = _QUALIFIED.fullmatch(name) is not None
    is_full = SEPARATOR.split(name)[0] in known.tops
    scopes = [s for s in one.scopes if not (is_full or known.is_value(s))]
    own = _qualified(name, known) if is_qualified else None
    inside = list(filter(None, (_qualified(f'{scope}.{name}', known) for scope in scopes)))
    for verdict in sorted(filter(None, (own, *inside)), key=lambda one: -one.state):
        if verdict.state is not State.MISSING:
            return verdict
    if known.is_defined(name):
        return Verdict(State.EXISTS)
    if own is not None and _may_be_own(name, known):
        return own
    if 'refdoc' not in reference or reference['reftype'] == 'mod':
        return None  # the type of a parameter, or something that has a full name
    if not _is_meant(one, reference, known) or not _is_lost(last_component(name), document, known):
        return None
    is_inside = bool(inside or known.sources.prefix(name))
    is_sure = is_inside or _is_misspelt(name, known)
    if known.unread and not is_inside:
        message = f'the inventory {known.unread[0]} could not be read'
        return Verdict(State.UNSURE, message)
    level = Level.ERROR if is_sure and known.sources.count else Level.WARNING
    return Verdict(State.MISSING, _nowhere(known), level)


def _nowhere(known: Known) -> str:
    return 'is in no source' if known.sources.count else 'is not in the documentation'


def _is_meant(one: Mention, reference: addnodes.pending_xref, known: Known) -> bool:
    """Check whether a reference by a part of a name is to the project."""
    name = one.name
    scopes = [scope for scope in one.scopes if known.is_python(scope) or known.is_own(scope)]
    if name not in known.tops and name.rstrip(_DIGITS) in known.tops:
        return False  # another version of the project
    if reference.get('refspecific'):  # it begins with a dot
        return True
    if not _QUALIFIED.fullmatch(name):
        is_callable = reference['reftype'] in _CALLABLE_ROLES
        return name.isidentifier() and (is_callable or bool(scopes))
    first = SEPARATOR.split(name)[0]
    return first[0].isupper() or any(known.is_defined(f'{scope}.{first}') for scope in scopes)


# -- plain names


def _plain(one: Mention, document: DocumentMentions, known: Known) -> Verdict | None:
    """Judge a name without a scope: it has a prefix of the project, or it is a call."""
    name, call = one.name, _CALL.fullmatch(one.text)
    is_whole = one.text.partition('(')[0] == name and name.isidentifier()  # not "json_*"
    if is_whole and (prefix := known.sources.prefix(name)):
        if known.is_word(name):
            return Verdict(State.EXISTS, group=prefix)
        if known.is_family(name) or not _is_lost(name, document, known):
            return None
        is_c = find_language(one.language).name == 'c'
        # other names may be variables of the environment or of a build
        level = Level.ERROR if call or (one.is_code and is_c) else Level.WARNING
        return Verdict(State.MISSING, 'is in no source', level, prefix)
    if call is None or one.is_code or not _is_lost(name, document, known):
        return None
    return _call(one, call[1].strip(), known)


def _call(one: Mention, arguments: str, known: Known) -> Verdict | None:
    """Judge a call that nothing defines.

    Where functions are known, an empty call is one of a function as such. Any other may be one of
    an example, unless a similar name exists.
    """
    is_bare = bool(known.sources.definitions) and arguments in {'', '...', '…'}
    is_near = len(one.name) > _SHORT and bool(known.nearest(one.name))
    if _is_external_call(one, known) or not (is_bare or is_near):
        return None
    level = Level.ERROR if known.sources.count and _is_misspelt(one.name, known) else Level.WARNING
    return Verdict(State.MISSING, _nowhere(known), level, is_call=True)


def _is_misspelt(name: str, known: Known) -> bool:
    """Check whether a long name is almost another one; other digits make another version."""
    near = known.nearest(name)
    last, other = last_component(name), last_component(near)
    if last.rstrip(_DIGITS) == other.rstrip(_DIGITS):
        return False
    ratio = difflib.SequenceMatcher(None, last, other).ratio()
    return bool(near) and len(last) >= _LONG and ratio >= _MISSPELT


def _is_external_call(one: Mention, known: Known) -> bool:
    """Check whether a call is none of the project by the text before it or by its shape."""
    owner = _OWNER.search(one.before)
    is_owned = owner is not None and owner[1].casefold() not in known.own_names
    is_upper = one.name.isupper() and not known.has_upper_functions
    return is_owned or is_upper or _EXAMPLE.search(one.before) is not None


def _is_lost(name: str, document: DocumentMentions, known: Known) -> bool:
    """Check whether nothing has a plain name, neither here nor elsewhere."""
    return name.isidentifier() and not (
        known.is_word(name)
        or name in document.defined
        or is_noise(name)
        or _PLACEHOLDER.fullmatch(name)
        or name in external_names()
    )


# -- options


def _options_of(
    command: Command, document: DocumentMentions, known: Known
) -> Iterator[tuple[Mention, Verdict]]:
    """Yield the options of a command of the project."""
    program = command.words[0].text
    if not _is_program(program, known):
        return
    for option, line in long_options(command.words).items():
        one = Mention(option, option, command.line + line, command.source, is_code=command.is_code)
        if known.has_option(option):
            yield one, Verdict(State.EXISTS, group='options')
        elif option not in document.defined:
            is_sure = program.replace('-', '_') in known.declared_programs and known.sources.options
            level = Level.ERROR if is_sure else Level.WARNING
            yield one, Verdict(State.MISSING, f'is no option of {program}', level, 'options')


def _option(one: Mention, document: DocumentMentions, known: Known) -> Verdict | None:
    """Judge an option outside of commands.

    It is the project's if the document is about its programs, and nothing says that it is another
    program's.
    """
    others = (one for one in document.commands if not _is_program(one.words[0].text, known))
    if (
        one.is_code
        or not is_long_option(one.name)
        or one.name in document.defined
        or any(one.name in long_options(command.words) for command in others)
        or not all(_is_program(name, known) for name in one.programs)
        or one.is_beside_link
        or not (known.programs or _is_about_programs(document, known))
    ):
        return None
    if known.has_option(one.name):
        return Verdict(State.EXISTS, group='options')
    return Verdict(State.MISSING, 'is no option of a program', group='options')


def _option_reference(one: Mention, known: Known) -> Verdict | None:
    if ':' in one.name or known.has_option(one.name.split()[-1]):
        return None
    return Verdict(State.MISSING, 'is no option of a program', group='options')


def _is_program(name: str, known: Known) -> bool:
    return name.replace('-', '_') in known.program_names


def _is_about_programs(document: DocumentMentions, known: Known) -> bool:
    """Check whether a document runs a program of the project, or names one that is no module."""
    programs = known.declared_programs - known.tops
    return any(_is_program(command.words[0].text, known) for command in document.commands) or any(
        one.name.replace('-', '_') in programs for one in document.names
    )
