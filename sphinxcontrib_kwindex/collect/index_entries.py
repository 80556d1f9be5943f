"""Entries of the general index: which names they list, and whether their targets are shown."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes

#: their ids are in no output
_WITHOUT_IDS = (
    addnodes.acks,
    addnodes.glossary,
    addnodes.highlightlang,
    addnodes.hlist,
    addnodes.tabular_col_spec,
    nodes.raw,
)


def is_lost(target: str, index: addnodes.index) -> bool:
    """Tell whether the target of an entry has gone over to a node that does not show its ids."""
    node = index.next_node(nodes.target, descend=False, siblings=True)
    return (
        isinstance(node, nodes.target)
        and target not in node['ids']
        and isinstance(node.next_node(ascend=True), _WITHOUT_IDS)
    )


def belongs_to_object(index: addnodes.index) -> bool:
    """Tell whether this entry was written for an object or a link that is noted by itself."""
    if isinstance(index.parent, nodes.term) or _has_modules(index):
        return True
    following = index.next_node(descend=False, siblings=True)
    while isinstance(following, addnodes.index):
        following = following.next_node(descend=False, siblings=True)
    if isinstance(following, nodes.target):
        link = following.next_node(descend=False, siblings=True)
        return isinstance(link, (addnodes.pending_xref, nodes.reference)) or 'ismod' in following
    return isinstance(following, addnodes.desc)


def _has_modules(index: addnodes.index) -> bool:
    return any(target.startswith('module-') for _type, _value, target, *_rest in index['entries'])


def names_of_entry(entry_type: str, value: str) -> list[str]:
    """Give the names that an entry lists."""
    parts = [part.strip() for part in value.split(';')]
    if entry_type == 'single':
        return [', '.join(parts)]
    if entry_type in {'see', 'seealso'}:
        return parts[:1]
    return parts
