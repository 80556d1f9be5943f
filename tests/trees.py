"""A page of HTML as a tree, for tests that ask what stands where."""

import re
from html.parser import HTMLParser

#: elements that make a line of an outline
BLOCKS = {'h1', 'h2', 'p', 'dt', 'dd', 'li', 'th', 'summary', 'label'}


class Element:
    """An element, with its texts and elements in order."""

    def __init__(self, tag, attrs, parent):
        self.tag, self.attrs, self.parent = tag, dict(attrs), parent
        self.content = []

    @property
    def children(self):
        return [child for child in self.content if isinstance(child, Element)]

    @property
    def text(self):
        return re.sub(r'\s+', ' ', ''.join(self._texts())).strip()

    def _texts(self, without=()):
        for child in self.content:
            if not isinstance(child, Element):
                yield child
            elif child.tag not in without:
                yield from child._texts(without)

    @property
    def outline(self):
        """The texts of blocks, one a line, each without the blocks within it."""
        lines = []
        for element in self.all():
            if element.tag in BLOCKS:
                text = re.sub(r'\s+', ' ', ''.join(element._texts(BLOCKS))).strip()
                lines += [f'{element.tag}: {text}'] if text else []
        return '\n'.join(lines) + '\n'

    def all(self, tag='', **attrs):
        """Find elements below this one; ``class_`` is one of their classes."""
        for child in self.children:
            if child._is_a(tag, attrs):
                yield child
            yield from child.all(tag, **attrs)

    def one(self, tag='', **attrs):
        """Find the only such element."""
        (found,) = self.all(tag, **attrs)
        return found

    def _is_a(self, tag, attrs):
        classes = (self.attrs.get('class') or '').split()
        return (not tag or self.tag == tag) and all(
            value in classes if name == 'class_' else self.attrs.get(name) == value
            for name, value in attrs.items()
        )


class Tree(HTMLParser):
    """Reads a page, and complains if it is not closed as it was opened."""

    VOID = frozenset({'meta', 'link', 'input', 'br', 'img', 'hr'})

    def __init__(self, text):
        super().__init__()
        self.root = self.here = Element('', [], None)
        self.feed(text)
        assert self.here is self.root

    def handle_starttag(self, tag, attrs):
        element = Element(tag, attrs, self.here)
        self.here.content.append(element)
        if tag not in self.VOID:
            self.here = element

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.here.tag == tag, f'{self.here.tag} is closed by {tag}'
            self.here = self.here.parent

    def handle_data(self, data):
        self.here.content.append(data)


def page_of(result, name):
    """Read a page that was built."""
    return Tree(result.text(name)).root
