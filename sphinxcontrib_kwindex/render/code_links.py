"""Links in code blocks: tags around the tokens that the highlighter writes.

``index/links.py`` decides. A block with links is a node of its own; all others stay as they are.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from html import escape
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from sphinxcontrib_kwindex.collect.code_blocks import first_line
from sphinxcontrib_kwindex.collect.locations import source_of
from sphinxcontrib_kwindex.collect.walker import Context, section_id
from sphinxcontrib_kwindex.domain import KeywordDomain
from sphinxcontrib_kwindex.extract import find_language
from sphinxcontrib_kwindex.extract.names import LONGEST
from sphinxcontrib_kwindex.render.html import documents_in_page
from sphinxcontrib_kwindex.render.links import CLASS, RawTags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sphinx.writers.html5 import HTML5Translator

    from sphinxcontrib_kwindex.index.links import Spot, Target

_TAG = re.compile(r'(<[^<>]*+>)')
_CLASS = re.compile(r'<\w++[^<>]*?\sclass="([\w-]*+)')
#: elements of a line that are no tokens
_PLAIN = frozenset({'pre', 'hll', 'span'})
#: CSS classes of tokens that may be names; what is between tokens has none
_NAMES = re.compile(r'(?:n[a-z]?|v[cgim]|fm|py|bp|cp|kt|kd|w)?')
#: between the parts of a qualified name, in names and in HTML
_SEPARATOR = re.compile(r'\.|::|\\|->|#')
_BEFORE = r'(?:\??\.|::|\\|-&gt;|#)\Z'
#: what a name is a member of: "client.", "]."
_OWNER = re.compile(rf'(?<![\w)\]])[\w)\]]*+{_BEFORE}')
#: what declares the name after it
_DECLARES = re.compile(r'\b(?:class|def|fn|func?|function|interface|trait|typename)\s+\Z')
_CLOSING = '</span>'
_MEMBER = re.compile(r'::|\.')
_IS_ASSIGNED = re.compile(r'\s*=(?![=&])')


#: domain -> the languages whose code may use its objects
_LANGUAGES = {
    'c': {'c'},
    'cpp': {'c'},
    'js': {'javascript', 'typescript'},
    'py': {'python'},
}


class kwindex_code(nodes.literal_block):  # noqa: N801  as docutils names nodes
    """Code block with links: children after the code are references without text."""


class kwindex_doctest(nodes.doctest_block):  # noqa: N801  as docutils names nodes
    """Code block with links that begins with a prompt of Python."""


_WITH_LINKS: dict[type[nodes.Node], type[nodes.TextElement]] = {
    nodes.literal_block: kwindex_code,
    nodes.doctest_block: kwindex_doctest,
}
_READ = {*_WITH_LINKS, addnodes.start_of_file, nodes.raw}


class CodeTransform(SphinxPostTransform):
    """Links in the code of one document, or of all that a builder has put into one."""

    default_priority = 900  # after Sphinx has set the language of each block
    formats = ('html',)

    def run(self, **_options: Any) -> None:  # noqa: ANN401  Sphinx's signature
        """Replace the blocks that have links."""
        domain = KeywordDomain.of(self.env)
        if 'code' not in self.config.kwindex_links or domain.builder is None:
            return
        self._builder, self._names = domain.builder, domain.links(domain.builder)
        self._in_page = documents_in_page(domain.builder)
        #: document -> section -> names in its code
        self._spots: dict[str, dict[str, list[Spot]]] = {}
        self._owners = domain.owners(_LANGUAGES)
        #: document, section and target -> the block that has the link
        self._linked: dict[tuple[str, str, Target], nodes.Node] = {}
        # sphinx-codeautolink warns of tokens that are not as it expects them
        others = 'sphinx_codeautolink' in self.config.extensions
        # Sphinx leaves to the children of these documents their former parents
        parts = self.document.findall(addnodes.start_of_file)
        self._documents = {id(child): part['docname'] for part in parts for child in part.children}
        raw = RawTags()
        for block in [*self.document.findall(lambda node: type(node) in _READ)]:
            if isinstance(block, addnodes.start_of_file):
                raw = RawTags()
            elif isinstance(block, nodes.raw):
                raw.read(block)
            if raw or type(block) not in _WITH_LINKS:
                continue
            assert isinstance(block, nodes.TextElement)
            if block.rawsource != block.astext() or (others and _is_python(block)):
                continue
            if links := [*self._links(block)]:
                node = _WITH_LINKS[type(block)](block.rawsource, '', *block.children, *links)
                node.source, node.line, node.attributes = block.source, block.line, block.attributes
                block.parent.replace(block, node)

    def _links(self, block: nodes.TextElement) -> Iterator[nodes.reference]:
        """Yield references from a block to targets that no block above it in the section has."""
        docname, section, at = self._location(block)
        if docname not in self._spots:
            self._spots[docname] = self._by_section(docname)
        spots = self._spots[docname].get(section)
        if not spots:
            return
        is_included = bool(block.get('source'))
        language = find_language(block.get('language', 'python')).family
        first = at.line if is_included else first_line(block.rawsource, at)
        lines = 1 if is_included else block.rawsource.count('\n') + 1
        for spot in spots:
            if not first <= spot.line < first + lines:
                continue
            owner = self._owners.get((spot.target.docname, spot.target.anchor), '')
            if language not in _LANGUAGES.get(owner, {language}):
                continue
            if self._linked.setdefault((docname, section, spot.target), block) is block:
                line = 0 if is_included else spot.line - first + 1
                yield from self._reference(docname, spot, line)

    def _location(self, block: nodes.Element) -> tuple[str, str, Context]:
        """Return document, section and place of a block, as the walker of the collector has it."""
        section, line, source = None, 0, ''
        node: nodes.Node | None = block
        docname = None
        while isinstance(node, nodes.Element) and docname is None:
            if isinstance(node, nodes.section) and section is None:
                section = section_id(node)
            if node.line and not source:
                line, source = line or node.line, source_of(node)
            docname = self._documents.get(id(node))
            node = node.parent
        here = Context(line=line, source=source)
        return docname or self.env.docname, section or '', here

    def _by_section(self, docname: str) -> dict[str, list[Spot]]:
        spots = defaultdict(list)
        for spot in self._names.code(docname):
            spots[spot.section].append(spot)
        return spots

    def _reference(self, docname: str, spot: Spot, line: int) -> Iterator[nodes.reference]:
        """Yield a reference, unless this output lacks the target."""
        target, in_page = spot.target, self._in_page
        to = target.docname
        if in_page is not None:
            docname = to  # Sphinx 9 writes two fragments into an address on one page
        try:
            link = make_refnode(self._builder, docname, to, target.anchor, [], target.name)
        except NoUri:
            return
        if in_page is not None and to not in in_page:
            return
        link['classes'].append(CLASS)
        link['kwindex'] = spot.name, line
        yield link


def _is_python(block: nodes.Element) -> bool:
    is_prompt = isinstance(block, nodes.doctest_block)
    return is_prompt or find_language(block['language']).family == 'python'


def visit_code(translator: HTML5Translator, node: nodes.TextElement) -> None:
    """Write a block as Sphinx and other extensions do, then put links into it."""
    references = [child for child in node.children if isinstance(child, nodes.reference)]
    links = []
    for reference in references:
        translator.visit_reference(reference)
        name, line = reference['kwindex']
        links.append(CodeLink(name, line, translator.body.pop()))
    start = len(translator.body)
    plain = nodes.literal_block if isinstance(node, nodes.literal_block) else nodes.doctest_block
    try:
        getattr(translator, f'visit_{plain.__name__}')(node)
    except nodes.SkipNode:
        translator.body[start:] = [add_links(''.join(translator.body[start:]), links)]
        raise
    node.children = node.children[: -len(references)]  # it is not highlighted


class CodeLink(NamedTuple):
    """A name in a code block, and its link."""

    #: as qualified as is known: the code may have its end only
    name: str
    #: the line of the block, counted from 1; 0 if unknown
    line: int
    #: the start tag of the link
    tag: str


class _Run(NamedTuple):
    """A token, or what is between tokens, within one line."""

    start: int
    end: int
    #: the number of its piece of HTML, and where it begins there
    piece: int
    offset: int
    #: how many elements are around
    depth: int
    css: str


class _Line(NamedTuple):
    """A line of code, escaped as in HTML, without tags."""

    text: str
    runs: list[_Run]


class _Hit(NamedTuple):
    """Where a line has a name."""

    line: int
    #: the last part of the name
    start: int
    end: int
    #: where the parts begin that the code has before the last
    whole: int
    #: what the code has before the name, if that is a member of it
    owner: str
    is_assigned: bool

    @property
    def is_whole(self) -> bool:
        """Whether the code says nothing else of what the name is a member of."""
        return not self.owner and not self.is_assigned


def add_links(html: str, links: Iterable[CodeLink]) -> str:
    """Return highlighted code with links; its text stays the same.

    The first name of each target is linked. Names that are not found, or that may be one of several
    tokens, are not linked.
    """
    pieces = _TAG.split(html)
    lines = _lines_of(pieces)
    if all(run.css in {'', 'a'} for line in lines for run in line.runs):
        return html  # without tokens, strings and comments look like names
    found: dict[int, list[tuple[_Hit, str]]] = defaultdict(list)
    done: set[str] = set()
    for link in sorted(links, key=lambda link: (link.line, -len(link.name), link)):
        hit = None if link.tag in done else _find(link, lines)
        if hit and not any(hit.start < o.end and o.start < hit.end for o, _tag in found[hit.line]):
            found[hit.line].append((hit, link.tag))
            done.add(link.tag)
    for number in sorted(found, reverse=True):  # what is inserted moves what is after it
        hits = found[number]
        ends = [0, *(hit.end for hit, _tag in hits)]
        for hit, tag in sorted(hits, reverse=True):
            runs = lines[number].runs
            is_free = hit.whole >= max(end for end in ends if end <= hit.start)
            if not (is_free and _wrap(pieces, runs, hit.whole, hit.end, tag)):
                _wrap(pieces, runs, hit.start, hit.end, tag)
    return ''.join(pieces)


def _lines_of(pieces: Sequence[str]) -> list[_Line]:
    """Return the lines of code in HTML, given as texts and tags in turns."""
    texts: list[list[str]] = [[]]
    runs: list[list[_Run]] = [[]]
    column = 0
    around: list[str] = []  # the first CSS class of each element, or its tag
    for number, piece in enumerate(pieces):
        if number % 2:
            if piece.startswith('</'):
                around.pop()
            elif not piece.endswith('/>'):
                found = _CLASS.match(piece)
                around.append(found[1] if found else piece[1:-1].split()[0])
        elif 'pre' in around and 'linenos' not in around:
            css = 'a' if 'a' in around else '' if around[-1] in _PLAIN else around[-1]
            offset = 0
            for index, part in enumerate(piece.split('\n')):
                if index:
                    texts.append([])
                    runs.append([])
                    column = 0
                if part:
                    end = column + len(part)
                    runs[-1].append(_Run(column, end, number, offset, len(around), css))
                    texts[-1].append(part)
                    column = end
                offset += len(part) + 1
    return [_Line(''.join(text), run) for text, run in zip(texts, runs, strict=True)]


def _find(link: CodeLink, lines: Sequence[_Line]) -> _Hit | None:
    """Return where a block has a name; None if that is not certain.

    A line may have the name by way of a variable. Then a line below may have the name itself.
    """
    numbers = range(max(link.line - 1, 0), len(lines))
    last = escape(_SEPARATOR.split(link.name)[-1])
    is_below = link.line and numbers and last not in lines[numbers[0]].text
    here = numbers[:1] if link.line and not is_below else numbers
    hits = [hit for n in here for hit in _hits(link.name, n, lines[n])]
    if is_below:
        hits = [hit for hit in hits if hit.is_whole][:1]
    if not hits:
        return None
    best = min((hit.is_assigned, hit.whole - hit.start) for hit in hits)
    alike = [hit for hit in hits if (hit.is_assigned, hit.whole - hit.start) == best]
    return alike[0] if len({hit.owner for hit in alike}) == 1 else None


def _hits(name: str, number: int, line: _Line) -> Iterator[_Hit]:
    """Yield all tokens of a line that may be a name."""
    text, runs = line
    *before, last = [escape(part) for part in _SEPARATOR.split(name)]
    if last not in text:
        return
    for match in re.finditer(rf'(?<![\w&-]){re.escape(last)}(?!\w|-(?!&gt;))', text):
        start, end = match.span()
        if not all(_NAMES.fullmatch(run.css) for run in _within(runs, start, end)):
            continue
        near = text[max(0, start - LONGEST) : start]
        length = len(near)
        for part in reversed(before):
            above = re.search(rf'(?<![\w&-]){re.escape(part)}{_BEFORE}', near)
            if not above:
                break
            near = near[: above.start()]
        owner = _OWNER.search(near)
        is_declared = _DECLARES.search(near) and not _MEMBER.match(text, end)
        if (before or not owner) and not is_declared:
            whole = start - length + len(near)
            is_assigned = _IS_ASSIGNED.match(text, end) is not None
            yield _Hit(number, start, end, whole, owner[0] if owner else '', is_assigned)


def _within(runs: list[_Run], start: int, end: int) -> list[_Run]:
    """Return the runs that have a part between two columns."""
    first = bisect_right(runs, start, key=attrgetter('start')) - 1
    return runs[first : bisect_left(runs, end, key=attrgetter('start'))]


def _wrap(pieces: list[str], runs: list[_Run], start: int, end: int, tag: str) -> bool:
    """Put a link around a part of a line; return whether that is possible."""
    runs = _within(runs, start, end)
    first, last = runs[0], runs[-1]
    opening = first.piece, first.offset + start - first.start
    closing = last.piece, last.offset + end - last.start
    if first is not last:
        is_whole = all(_is_whole(run, pieces, start, end) for run in runs)
        if not is_whole or len({run.depth - bool(run.css) for run in runs}) > 1:
            return False
        opening = (first.piece - 1, 0) if first.css else opening
        closing = (last.piece + 1, len(_CLOSING)) if last.css else closing
    for (number, offset), inserted in ((closing, '</a>'), (opening, tag)):
        pieces[number] = pieces[number][:offset] + inserted + pieces[number][offset:]
    return True


def _is_whole(run: _Run, pieces: Sequence[str], start: int, end: int) -> bool:
    """Check whether a run is no token, or a whole one between two columns."""
    if not run.css:
        return True
    before, text, after = pieces[run.piece - 1 : run.piece + 2]
    is_within = start <= run.start and run.end <= end
    is_token = not before.startswith('</') and after == _CLOSING
    return is_within and is_token and len(text) == run.end - run.start
