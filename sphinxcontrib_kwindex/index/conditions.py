"""Conditions of ``only`` and ``ifconfig``, evaluated for the builder at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from sphinxcontrib_kwindex.model import Definition, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sphinx.builders import Builder

    from sphinxcontrib_kwindex.model import DocumentRecord

_Placed = TypeVar('_Placed', Place, Definition)


def is_shown(builder: Builder, chain: tuple[str, ...]) -> bool:
    """Check whether all conditions of a chain hold; a broken ``only`` does, as in Sphinx."""
    return all(_holds(builder, *condition.split(':', 1)) for condition in chain)


def _holds(builder: Builder, tagname: str, expression: str) -> bool:
    try:
        if tagname == 'only':
            return bool(builder.tags.eval_condition(expression))
        return bool(_eval_ifconfig(builder, expression))
    except Exception:  # noqa: BLE001  Sphinx reports it at the node
        return tagname == 'only'


def _eval_ifconfig(builder: Builder, expression: str) -> object:
    """Evaluate an expression of an author as ``sphinx.ext.ifconfig`` does."""
    names = {value.name: value.value for value in builder.config}
    names.update(builder.config.__dict__)
    names['builder'] = builder.name
    return eval(expression, names)  # noqa: S307


def visible(record: DocumentRecord, shows: Callable[[tuple[str, ...]], bool]) -> DocumentRecord:
    """Return a record without the places under conditions that do not hold."""
    shown = [shows(chain) for chain in record.conditions]
    if all(shown):
        return record
    left = [n for n, section in enumerate(record.sections) if shown[section.condition]]
    number = {old: new for new, old in enumerate(left)}

    def within(items: Iterable[_Placed]) -> tuple[_Placed, ...]:
        visible = (item for item in items if shown[item.condition])
        return tuple(item._replace(section=number[item.section]) for item in visible)

    keywords = (
        keyword._replace(
            places=within(keyword.places),
            definitions=within(keyword.definitions),
            changes=tuple(change for change in keyword.changes if shown[change.condition]),
        )
        for keyword in record.keywords
    )
    return record._replace(
        sections=tuple(record.sections[n] for n in left),
        keywords=tuple(keyword for keyword in keywords if keyword.places),
    )
