"""Objects of every domain: what they are called and of which kind they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sphinx import addnodes

from sphinxcontrib_kwindex.collect.sources import lines_of, source_of
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped, option_names
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.environment import BuildEnvironment

#: object types and the types of cross-references -> kind
_KINDS = {
    'attr': Kind.ATTRIBUTE,
    'attribute': Kind.ATTRIBUTE,
    'class': Kind.CLASS,
    'classmethod': Kind.METHOD,
    'cmd': Kind.COMMAND,
    'command': Kind.COMMAND,
    'concept': Kind.TYPE,
    'confval': Kind.SETTING,
    'const': Kind.CONSTANT,
    'data': Kind.VARIABLE,
    'deco': Kind.FUNCTION,
    'decorator': Kind.FUNCTION,
    'decoratormethod': Kind.METHOD,
    'dir': Kind.DIRECTIVE,
    'directive': Kind.DIRECTIVE,
    'directive:option': Kind.OPTION,
    'enum': Kind.ENUM,
    'enum-class': Kind.ENUM,
    'enum-struct': Kind.ENUM,
    'enumerator': Kind.CONSTANT,
    'envvar': Kind.ENVIRONMENT_VARIABLE,
    'exc': Kind.CLASS,
    'exception': Kind.CLASS,
    'func': Kind.FUNCTION,
    'function': Kind.FUNCTION,
    'macro': Kind.MACRO,
    'member': Kind.ATTRIBUTE,
    'meth': Kind.METHOD,
    'method': Kind.METHOD,
    'mod': Kind.MODULE,
    'module': Kind.MODULE,
    'namespace': Kind.NAMESPACE,
    'option': Kind.OPTION,
    'program': Kind.COMMAND,
    'prop': Kind.ATTRIBUTE,
    'property': Kind.ATTRIBUTE,
    'role': Kind.ROLE,
    'setting': Kind.SETTING,
    'staticmethod': Kind.METHOD,
    'struct': Kind.CLASS,
    'term': Kind.TERM,
    'type': Kind.TYPE,
    'union': Kind.CLASS,
    'var': Kind.VARIABLE,
}

#: links by these roles say nothing of a name
NO_NAMES = frozenset(
    {'ref', 'doc', 'numref', 'eq', 'keyword', 'token', 'download', 'any', 'myst', 'footcite'}
)

#: these are links by whatever name, and so may be links by a name
_ANY = frozenset({'any', 'myst'})
#: "pip download", as the label of the section about it: no label that only links need
_WORDED = re.compile(r'[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){1,3}')


def is_name(reference: addnodes.pending_xref) -> bool:
    """Tell whether a link to anything at all says a name."""
    target, reftype = reference.get('reftarget', ''), reference.get('reftype')
    if reftype in _ANY:
        return is_identifier_shaped(target)
    return reftype == 'ref' and not reference.get('refexplicit') and bool(_WORDED.fullmatch(target))


def is_worded(reference: addnodes.pending_xref) -> bool:
    """Tell whether an author chose what stands on a link, and did not repeat where it leads."""
    file = reference.get('reftarget', '').partition('#')[0]
    return bool(reference.get('refexplicit')) and not file.endswith(reference.astext())


#: ".. program:: git commit", in Markdown "{program} git commit"
_PROGRAM = re.compile(r'\W*(?:program::|\{program\})(.*)')

_CLASSES = frozenset({'class', 'struct', 'union'})


def kind_of(objtype: str, name: str) -> Kind:
    """Give the kind for a domain's own word, also of domains that we have never heard of."""
    kind = _KINDS.get(objtype, Kind.NAME)
    if kind is Kind.VARIABLE and name.rpartition('.')[2].isupper():
        return Kind.CONSTANT
    return kind


def kind_of_object(desc: addnodes.desc, name: str) -> Kind:
    """Give the kind of an object; C++ calls methods functions."""
    kind = kind_of(desc.get('objtype', ''), name)
    scope = desc.parent.parent if isinstance(desc.parent, addnodes.desc_content) else None
    if kind is Kind.FUNCTION and scope is not None and scope.get('objtype') in _CLASSES:
        return Kind.METHOD
    return kind


def names_of(
    signature: addnodes.desc_signature, desc: addnodes.desc, env: BuildEnvironment
) -> list[str]:
    """Give the full names that a signature declares: several spellings of one option, else one.

    A signature without an id declares nothing: it says ``:no-index:``.
    """
    if not signature['ids']:
        return []
    if (desc.get('domain'), desc.get('objtype')) == ('std', 'option'):
        return _option_names(signature, env)
    name = _full_name(signature, desc.get('domain', ''))
    return [name] if name else []


def parameters_of(signature: addnodes.desc_signature) -> Iterator[str]:
    """Give the names of the parameters of a signature."""
    for parameter in signature.findall(addnodes.desc_parameter):
        names = parameter.findall(addnodes.desc_sig_name)
        yield next((name.astext() for name in names), parameter.astext())


def _full_name(signature: addnodes.desc_signature, domain: str) -> str:
    separator = '::' if domain == 'cpp' else '.'
    if fullname := signature.get('fullname'):
        module = signature.get('module') if domain in {'py', 'js'} else ''
        return f'{module}{separator}{fullname}' if module else str(fullname)
    if domain == 'c':  # before Sphinx 9, nothing else tells in which struct a member is
        return str(signature['ids'][0]).removeprefix('c.')
    if parts := signature.get('_toc_parts'):
        return separator.join(parts)
    return ''.join(
        child.astext()
        for child in signature.findall(
            lambda node: isinstance(node, (addnodes.desc_addname, addnodes.desc_name))
        )
    ).strip()


def _option_names(signature: addnodes.desc_signature, env: BuildEnvironment) -> list[str]:
    """Name the program with each option: only the domain knows to which it belongs."""
    ids = set(signature['ids'])
    known = env.domains.standard_domain.progoptions
    allnames = signature.get('allnames', ())
    full: list[str] = [
        f'{_as_written(program, signature)} {option}' if program else option
        for (program, option), (docname, node_id) in known.items()
        if option in allnames and node_id in ids and docname == env.docname
    ] or list(allnames)
    return [spelling for name in full for spelling in spellings(name)]


def spellings(option: str) -> list[str]:
    """Give both of ``--[no-]color``, with their program; of any other option itself."""
    if '[no' not in option:
        return [option]
    program, space, name = option.rpartition(' ')
    return [f'{program}{space}{spelling}' for spelling in option_names(name)]


def _as_written(program: str, signature: addnodes.desc_signature) -> str:
    """Spell a program as above its option: the domain has made hyphens of the spaces in it."""
    above = lines_of(source_of(signature))[: signature.line]
    written = (match[1].strip() for line in reversed(above) if (match := _PROGRAM.match(line)))
    return next((name for name in written if '-'.join(name.split()) == program), program)


def modules_of(node: nodes.Element, env: BuildEnvironment) -> Iterator[tuple[str, str, str]]:
    """Give id, name and synopsis of the modules whose target a node is."""
    for node_id in node['ids'] or [node.get('refid', '')]:
        name = node_id.removeprefix('module-')
        for domain in ('py', 'js'):
            entry = env.domaindata.get(domain, {}).get('modules', {}).get(name)
            if entry and entry[:2] == (env.docname, node_id):
                yield node_id, name, next(iter(entry[2:]), '')


_OPTION = re.compile(r'--?[A-Za-z][\w-]*|-\w|/[A-Z?]')
_FILE = re.compile(
    r"""
      [\w.~*-]*(?:/[\w.~*-]+)+/?
    | [\w*-]+\.(?:py|rst|md|txt|toml|cfg|ini|ya?ml|json|html?|css|js|tex|sh|c|h|cpp|hpp|po|mo|xml
                 |png|svg|pdf)
    | Makefile
    """,
    re.VERBOSE,
)


def guess_kind(text: str) -> Kind:
    """Tell the kind of a literal by its shape alone."""
    if text.endswith('()'):
        return Kind.FUNCTION
    if text.startswith('$'):
        return Kind.ENVIRONMENT_VARIABLE
    if _OPTION.fullmatch(text.partition('=')[0]):
        return Kind.OPTION
    if _FILE.fullmatch(text):
        return Kind.FILE
    if '_' in text and text.isupper() and text.isidentifier():
        return Kind.CONSTANT
    return Kind.NAME
