"""Whether what stands under ``only`` and ``ifconfig`` is shown by the builder at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.builders import Builder


def is_shown(builder: Builder, chain: tuple[str, ...]) -> bool:
    """Decide as Sphinx itself decides, condition by condition; what it cannot tell it shows."""
    return all(_holds(builder, *condition.split(':', 1)) for condition in chain)


def _holds(builder: Builder, tagname: str, expression: str) -> bool:
    try:
        if tagname == 'only':
            return bool(builder.tags.eval_condition(expression))
        return bool(_eval_ifconfig(builder, expression))
    except Exception:  # noqa: BLE001  Sphinx reports it when it comes to the node
        return tagname == 'only'


def _eval_ifconfig(builder: Builder, expression: str) -> object:
    """Evaluate what the author of a document wrote, just as ``sphinx.ext.ifconfig`` does."""
    names = {value.name: value.value for value in builder.config}
    names.update(builder.config.__dict__)
    names['builder'] = builder.name
    return eval(expression, names)  # noqa: S307
