"""Objects of every domain: their names and kinds, read from signatures and references."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.locations import lines_of, source_of
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped, option_names
from sphinxcontrib_kwindex.model import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

#: kind -> types of objects and of cross-references
_TYPES = {
    Kind.ATTRIBUTE: 'attr attribute member prop property',
    Kind.CLASS: 'class exc exception struct union',
    Kind.COMMAND: 'cmd command program',
    Kind.CONSTANT: 'const enumerator',
    Kind.DIRECTIVE: 'dir directive',
    Kind.ENUM: 'enum enum-class enum-struct',
    Kind.ENVIRONMENT_VARIABLE: 'envvar',
    Kind.FUNCTION: 'deco decorator func function',
    Kind.MACRO: 'macro',
    Kind.METHOD: 'classmethod decoratormethod meth method staticmethod',
    Kind.MODULE: 'mod module',
    Kind.NAMESPACE: 'namespace',
    Kind.OPTION: 'directive:option option',
    Kind.ROLE: 'role',
    Kind.SETTING: 'confval setting',
    Kind.TERM: 'term',
    Kind.TYPE: 'concept type',
    Kind.VARIABLE: 'data var',
}
_KINDS = {objtype: kind for kind, types in _TYPES.items() for objtype in types.split()}
#: objects with members
_CLASSES = frozenset({'class', 'struct', 'union'})

#: roles whose targets are no names
_NOT_NAMES = frozenset({'doc', 'download', 'eq', 'footcite', 'keyword', 'numref', 'token'})
#: roles whose targets may be names
_ANY = frozenset({'any', 'myst'})
#: "pip download", as the label of the section about it: not a label that only links need
_LABEL_IN_WORDS = re.compile(r'[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){1,3}')

#: ".. program:: git commit", in Markdown "{program} git commit"
_PROGRAM = re.compile(r'\W*(?:program::|\{program\})(.*)')


def names_something(reference: addnodes.pending_xref) -> bool:
    """Return whether the target of a reference is a name."""
    target, reftype = reference.get('reftarget', ''), reference.get('reftype', '')
    if reftype in _ANY:
        return is_identifier_shaped(target) and not has_own_text(reference)
    if reftype == 'ref':
        return not reference.get('refexplicit') and bool(_LABEL_IN_WORDS.fullmatch(target))
    return reftype not in _NOT_NAMES


def has_own_text(reference: addnodes.pending_xref) -> bool:
    """Return whether an author chose the text of a link: code, or not the end of its target."""
    file = reference.get('reftarget', '').partition('#')[0]
    is_target = file.endswith(reference.astext()) and reference.next_node(nodes.literal) is None
    return bool(reference.get('refexplicit')) and not is_target


def kind_of(objtype: str, name: str) -> Kind:
    """Return the kind of an object type or role, ``Kind.NAME`` for those of unknown domains."""
    kind = _KINDS.get(objtype, Kind.NAME)
    if kind is Kind.VARIABLE and name.rpartition('.')[2].isupper():
        return Kind.CONSTANT
    return kind


def target_type(name: str, target: str, env: BuildEnvironment) -> str:
    """Return the type of what a directive of ``add_crossref_type`` describes."""
    domain = env.domains.standard_domain
    return next(
        (
            objtype
            for objtype in domain.object_types
            if target.startswith(f'std-{objtype}-')
            and domain.objects.get((objtype, name)) == (env.docname, target)
        ),
        '',
    )


def kind_of_object(desc: addnodes.desc, name: str) -> Kind:
    """Return the kind of an object. The C++ domain calls methods functions."""
    signatures = (node for node in desc.children if isinstance(node, addnodes.desc_signature))
    if any(map(_is_option, signatures)):
        return Kind.OPTION
    kind = kind_of(desc.get('objtype', ''), name)
    scope = desc.parent.parent if isinstance(desc.parent, addnodes.desc_content) else None
    if kind is Kind.FUNCTION and scope is not None and scope.get('objtype') in _CLASSES:
        return Kind.METHOD
    return kind


def names_of(
    signature: addnodes.desc_signature, desc: addnodes.desc, env: BuildEnvironment
) -> list[str]:
    """Return the full names that a signature declares: one, or all spellings of an option.

    A signature without an id (``:no-index:``) declares nothing.
    """
    if not signature['ids']:
        return []
    if _is_option(signature):
        return _option_names(signature, env)
    name = _full_name(signature, desc.get('domain', ''))
    return [name] if name else []


def _is_option(signature: addnodes.desc_signature) -> bool:
    """Return whether a signature declares an option, whatever its directive is called."""
    return 'allnames' in signature


def parameters_of(signature: addnodes.desc_signature) -> Iterator[str]:
    """Yield the names of the parameters of a signature; in C, some have only a type."""
    for parameter in signature.findall(addnodes.desc_parameter):
        names = [child.astext() for child in parameter if isinstance(child, addnodes.desc_sig_name)]
        if names or parameter.next_node(addnodes.pending_xref) is None:
            yield names[0] if names else parameter.astext()


def _full_name(signature: addnodes.desc_signature, domain: str) -> str:
    separator = '::' if domain == 'cpp' else '.'
    if fullname := signature.get('fullname'):
        module = signature.get('module') if domain in {'py', 'js'} else ''
        return f'{module}{separator}{fullname}' if module else str(fullname)
    if domain == 'c':  # before Sphinx 9, only the id has the struct of a member
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
    """Return the names of an option with its program, which only the domain knows."""
    ids = set(signature['ids'])
    known = env.domains.standard_domain.progoptions
    allnames = signature.get('allnames', ())
    full: list[str] = [
        f'{_as_written(program, signature)} {option}' if program else option
        for (program, option), (docname, node_id) in known.items()
        if option in allnames and node_id in ids and docname == env.docname
    ] or list(allnames)
    return [spelling for name in full for spelling in option_spellings(name)]


def option_spellings(option: str) -> list[str]:
    """Return both spellings of ``--[no-]color``, with their program; of other options the one."""
    if '[no' not in option:
        return [option]
    program, space, name = option.rpartition(' ')
    return [f'{program}{space}{spelling}' for spelling in option_names(name)]


def _as_written(program: str, signature: addnodes.desc_signature) -> str:
    """Return a program as spelt above its option. The domain replaces its spaces by hyphens."""
    above = lines_of(source_of(signature))[: signature.line]
    written = (match[1].strip() for line in reversed(above) if (match := _PROGRAM.match(line)))
    return next((name for name in written if '-'.join(name.split()) == program), program)


def types_of_signature(signature: addnodes.desc_signature) -> Iterator[tuple[str, str]]:
    """Yield name and type of the references in a signature, but for the object's own name."""
    for reference in signature.findall(addnodes.pending_xref):
        after = reference.next_node(descend=False, siblings=True)
        is_scope = isinstance(reference.parent, addnodes.desc_addname)
        if not is_scope and (after is None or after.astext() != '::'):
            yield reference.get('reftarget', ''), reference.get('reftype', '')


def modules_of(node: nodes.Element, env: BuildEnvironment) -> Iterator[tuple[str, str, str]]:
    """Yield id, name and synopsis of the modules whose target a node is."""
    for node_id in node['ids'] or [node.get('refid', '')]:
        name = node_id.removeprefix('module-')
        for domain in ('py', 'js'):
            entry = env.domaindata.get(domain, {}).get('modules', {}).get(name)
            if entry and entry[:2] == (env.docname, node_id):
                yield node_id, name, next(iter(entry[2:]), '')
