"""Objects of every domain: their names, kinds and changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinxcontrib_kwindex.collect.locations import lines_of, source_of
from sphinxcontrib_kwindex.collect.walker import is_conditional
from sphinxcontrib_kwindex.extract.names import is_identifier_shaped, option_names, sanitize
from sphinxcontrib_kwindex.extract.prose.sentences import first_sentence, shorten
from sphinxcontrib_kwindex.model import Change, Keyword, Kind, Position, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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


def is_of_glossary(item: nodes.Element) -> bool:
    """Return whether an element is an item of a glossary."""
    terms = item.parent if isinstance(item, nodes.definition_list_item) else None
    return isinstance(terms, nodes.definition_list) and isinstance(terms.parent, addnodes.glossary)


# Changes

#: directive -> what it tells of the object
_DIRECTIVES = {
    'versionadded': Status.NEW,
    'versionchanged': Status.CHANGED,
    'deprecated': Status.DEPRECATED,
    'versionremoved': Status.REMOVED,
}
#: the class of the label of a note, whatever its directive is called
_CLASSES_OF_LABELS = {
    'added': Status.NEW,
    'changed': Status.CHANGED,
    'deprecated': Status.DEPRECATED,
    'removed': Status.REMOVED,
}
#: elements that describe a part of an object
_PARTS = (nodes.definition_list_item, nodes.field, nodes.list_item, nodes.row)
_MARKED = (nodes.emphasis, nodes.literal, nodes.strong)
#: before a marked name that a note is about: "The optional", "Added the"; but not "Use the"
_BEFORE_PART = re.compile(r'(?!use\b|pass\b)(?:\w+\W+){0,3}', re.IGNORECASE)
_LONGEST_PART = 40
#: words of a text that may be names
_WORD = re.compile(r'-{0,2}\w(?:[\w.:-]*\w)?\(?')
#: sentences about other objects: "Use two() instead."
_OF_OTHERS = re.compile(r'(?:^|(?<=[.;:,] ))(?:prefer|see|use)\b.*?(?:[.;] |$)', re.IGNORECASE)
#: what notes call an object, and its parts
_WHOLE = 'class|command|constant|exception|function|macro|method|module|object|option|type'
_NOUN = rf'(?:argument|attribute|flag|keyword|member|parameter|property|syntax|value|{_WHOLE})'
#: English notes on what is new in an object, unless they name it: "Added the key parameter"
_ADDS = re.compile(
    rf'(?!(?:before|formerly|previously|see|these|this|the (?:{_WHOLE}) (?:can|has|is|was))\b)(?:'
    r'.*\bnow (?!available|documented|official|part|public|stable)|(?:a )?new |the '
    r'|add(?:ed|s)? (?!as|by|for|in|to|under|with)|(?:accept|allow)(?:ed|s)? '
    r'|.*\b(?:support(?:ed|s)?|(?:been|is|was|were) added)\b)',
    re.IGNORECASE,
)
#: English notes on the end of a part of an object or of a use of it: "Passing None is deprecated"
_ENDS_IF = re.compile(
    r'(?:accessing|assigning|calling|creating|giving|importing|instantiating|omitting|opening'
    r'|passing|providing|returning|setting|specifying|subclassing|supplying|support for'
    r'|the use of|using) (?!this\b)(?:the )?(?P<object>[\w.:]+)(?:\(\))?(?P<all> (?:has|is|was)\b)?'
    r'|(?:if|when) (?!.*\b(?:instead|use)\b)|deprecation ?warning\b.* (?:if|unless|when) '
    r'|it is deprecated to |(?!deprecated|removed)\S+ without (?!replacement)',
    re.IGNORECASE,
)
#: the same, unless the beginning names the object: "The isdst parameter"
_ENDS_PART = re.compile(
    r'(?!.*\b(?:preferred|recommended|replaces|should be used|supersedes)\b)'
    rf'(?:.* can no longer |{_NOUN}e?s (?!is\b)\S+'
    rf'|(?:all|the) (?!entire|whole)(?:\S+ ){{1,3}}(?={_NOUN}(?:e?s)?\b))',
    re.IGNORECASE,
)
#: what the notes of a section are about
_OF_SECTION = frozenset({Position.MODULE, Position.OWN_HEADING})
#: positions of places that have the id of what they define
OF_ANCHOR = frozenset({Position.MODULE, Position.OBJECT, Position.TERM})


def changes_of(
    note: addnodes.versionmodified, condition: int, section: int
) -> Iterator[tuple[str | int, Change]]:
    """Yield what a note tells: the anchor of an object, or the number of a section, and changes."""
    owner, part = _owner(note)
    own: dict[str | int, set[str]] = {}  # anchor -> names
    parameters: set[str] = set()
    content = _content_of_note(note)
    if isinstance(owner, addnodes.desc):
        signatures = [one for one in owner if isinstance(one, addnodes.desc_signature)]
        for one in signatures:  # the anchor of another description that has an id is the name
            name = _full_name(one, owner['domain']) if one.get('fullname') else ''
            anchor = one['ids'][0] if one['ids'] else name
            own.setdefault(anchor, set()).update(_short_names(one, owner['domain']))
        parameters = {name.lstrip('*') for one in signatures for name in parameters_of(one)}
    elif isinstance(owner, nodes.definition_list_item):
        terms = (one for one in owner if isinstance(one, nodes.term))
        own = {one['ids'][0]: {one.astext()} for one in terms if one['ids']}
    elif owner is not None and not part:
        own = {section: _names_in(owner[:1])}
    names = set().union(*own.values())
    words = ''.join(node.astext() for node in content)
    text = first_sentence(words)
    is_named = not names.isdisjoint(_words(words))
    part = part or _part_in(content, parameters)
    for status, version in _statuses(note):
        is_part = not part and _is_of_part(status, text, names, is_named=is_named)
        label = _marked_in(content, text, parameters, names) if is_part else part
        change = Change(status, version, label, text, condition)
        yield from ((anchor, change) for anchor in _named(own, content))


def _short_names(signature: addnodes.desc_signature, domain: str) -> set[str]:
    """Return what a note may call an object: its full name, and the name without scopes."""
    if _is_option(signature):
        return set(signature['allnames'])
    name = _full_name(signature, domain if signature['ids'] else '')
    return {name[match.end() :] for match in re.finditer(r'^|\.|::', name)} - {''}


def _named(own: Mapping[str | int, set[str]], content: Sequence[nodes.Node]) -> list[str | int]:
    """Return the anchors of the objects of a description that a note names; if none, of all."""
    found = _names_in(content) if len(own) > 1 else set()
    is_alias = any(name.startswith('-') for names in own.values() for name in names)
    named = [anchor for anchor, names in own.items() if names & found]
    return named if named and not is_alias else list(own)


def _names_in(content: Sequence[nodes.Node]) -> set[str]:
    """Return the marked words of a text, and those that are written like names or calls."""
    marked = {one.removesuffix('()') for one in _marked(content)}
    text = _OF_OTHERS.sub('', ''.join(node.astext() for node in content))
    names = {word for word in _WORD.findall(text) if not (word.isalpha() and word.islower())}
    return {word.rstrip('(') for word in names} | (marked & _words(text))


def _marked(content: Sequence[nodes.Node]) -> list[str]:
    """Return the texts of the marked names in a text."""
    return [
        one.astext()
        for node in content
        for one in node.findall(lambda one: isinstance(one, _MARKED))
    ]


def _is_of_part(status: Status, text: str, names: set[str], *, is_named: bool) -> bool:
    """Check whether a note is about a part or a use of an object, by the words of its sentence."""
    if status is Status.NEW:
        match = _ADDS.match(text)
        return match is not None and (match[0].endswith(' now ') or not is_named)
    if status is Status.CHANGED:
        return False
    if match := _ENDS_IF.match(text):
        return not (match['all'] and match['object'] in names)
    match = _ENDS_PART.match(text)
    return match is not None and not names & _words(match[0])


def _words(text: str) -> set[str]:
    """Return the words of a text that may be names."""
    return {word.rstrip('(') for word in _WORD.findall(text)}


def _marked_in(
    content: Sequence[nodes.Node], text: str, parameters: set[str], names: set[str]
) -> str:
    """Return what a note is about: a marked parameter, another marked name, or its first words."""
    marked = [sanitize(one.lstrip('*')) for one in _marked(content) if one in text]
    found = [one for one in marked if one and one.removesuffix('()') not in names]
    others = (one for one in found if not one.endswith('Warning'))
    label = next((one for one in found if one in parameters), next(others, text))
    return shorten(label, _LONGEST_PART)


def with_changes(
    keywords: tuple[Keyword, ...], changes: Mapping[str | int, Sequence[Change]]
) -> tuple[Keyword, ...]:
    """Return keywords with the changes of their objects, modules, terms and headings."""
    if not changes:
        return keywords
    return tuple(
        keyword._replace(changes=tuple(dict.fromkeys(found)))
        if (found := [change for spot in _spots(keyword) for change in changes.get(spot, ())])
        else keyword
        for keyword in keywords
    )


def _spots(keyword: Keyword) -> Iterator[str | int]:
    """Yield the anchors and sections whose notes are about a keyword."""
    for place in keyword.places:
        if place.position in OF_ANCHOR:
            yield place.anchor
        if place.position in _OF_SECTION:
            yield place.section


def _owner(note: nodes.Element) -> tuple[nodes.Element | None, str]:
    """Return the object, glossary item or section that a note stands in, and the part of it."""
    node, part, is_direct = note.parent, '', True
    while node is not None:
        if isinstance(node, addnodes.desc):
            return node, part
        if isinstance(node, nodes.section):
            return (node if is_direct else None), part
        if is_of_glossary(node):
            return node, part
        if isinstance(node, _PARTS):
            part = part or _label(node)
        is_direct = is_direct and is_conditional(node)
        node = node.parent
    return None, part


def _label(item: nodes.Element) -> str:
    """Return what an item of a list is about: its term, its first cell or marked name."""
    body = item.children[-1] if isinstance(item, nodes.field) else item
    text = body.next_node(nodes.TextElement)
    first = text.next_node() if text is not None else None
    label = (first if isinstance(first, _MARKED) else text or body).astext()
    return shorten(sanitize(label.partition('\n')[0]), _LONGEST_PART) or '…'


def _content_of_note(note: nodes.Element) -> list[nodes.Node]:
    """Return the content of the first paragraph of a note, without its label."""
    paragraph = note.next_node(nodes.paragraph)
    content = [one for one in paragraph or () if not _is_label(one)]
    # what can be translated is in an element of its own
    if len(content) == 1 and isinstance(content[0], nodes.inline):
        return list(content[0].children)
    return content


def _is_label(node: nodes.Node) -> bool:
    return isinstance(node, nodes.inline) and 'versionmodified' in node['classes']


def _part_in(content: Sequence[nodes.Node], parameters: set[str]) -> str:
    """Return the parameter that a note begins with: "The *timeout* parameter."."""
    before = ''
    for node in content:
        name = node.astext().lstrip('*')
        if isinstance(node, _MARKED):
            is_part = name in parameters and _BEFORE_PART.fullmatch(before)
            return name if is_part else ''
        before += name
    return ''


def _statuses(note: addnodes.versionmodified) -> Iterator[tuple[Status, str]]:
    """Yield what a note tells; a pair of versions is a deprecation and a removal."""
    given: Any = note.get('version', '')
    versions = given if isinstance(given, (tuple, list)) else [given]
    version, *removal = [sanitize(str(one)) for one in versions] or ['']
    label = next(filter(_is_label, note.findall(nodes.inline)), None)
    classes = label['classes'] if label else ()
    by_class = next((_CLASSES_OF_LABELS[one] for one in classes if one in _CLASSES_OF_LABELS), None)
    status = _DIRECTIVES.get(note.get('type', '')) or by_class or Status.CHANGED
    if removal:
        yield Status.DEPRECATED, version
        yield Status.REMOVED if status is Status.REMOVED else Status.REMOVAL, removal[0]
    elif version:
        yield status, version
