"""What is seen of keywords while one doctree is gone through."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinxcontrib_kwindex.collect.aliases import Aliases
from sphinxcontrib_kwindex.collect.code import Block, is_embedded, names_in
from sphinxcontrib_kwindex.collect.prose import Prose
from sphinxcontrib_kwindex.collect.sources import Sources, module_path
from sphinxcontrib_kwindex.collect.walk import Context, Walk
from sphinxcontrib_kwindex.config import extractors_of
from sphinxcontrib_kwindex.extract.names import LONGEST, clean
from sphinxcontrib_kwindex.extract.sentences import shorten
from sphinxcontrib_kwindex.extract.stopwords import FUNCTION_WORDS, LITERAL_NOISE, is_noise
from sphinxcontrib_kwindex.messages import Trouble, warn
from sphinxcontrib_kwindex.model import AS_WRITTEN, WEIGHTS, Definition, Kind, Place, Position, Role

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.environment import BuildEnvironment

#: longer literals and emphasised texts are no names, unless they are defined
_LONGEST = 80


#: where the name of a parameter counts for little
_PARAMETERS = frozenset({Position.LITERAL, Position.PROSE_IDENTIFIER})
#: by these an author stresses a word, or a term that the text is about
_MARKED = frozenset({Position.STRONG, Position.EMPHASIS, Position.LINK_TEXT})


class Observation(NamedTuple):
    """A keyword seen once, with all that was to be seen there."""

    name: str
    kind: Kind
    place: Place
    definition: Definition | None = None


class Observer:
    """Takes note of every keyword in one doctree."""

    def __init__(self, document: nodes.document, env: BuildEnvironment, title: str) -> None:
        self.env = env
        self.walk = Walk(document, title)
        self.sources = Sources(Path(env.srcdir), Path(env.doc2path(env.docname)))
        self.language: str = env.config.highlight_language
        self._blocks: list[Block] = []
        self._characters = 0
        self._prose = Prose(env.config.language or 'en')
        self.observations: list[Observation] = []
        self.references: set[tuple[str, str]] = set()
        #: the files whose source the document embeds
        self.embedded: set[str] = set()
        #: the names of the parameters of all objects that the document describes
        self.parameters: set[str] = set()
        self._keep = frozenset(env.config.kwindex_keep)
        self._stop_words = frozenset(env.config.kwindex_stopwords)
        self._project = env.config.project.casefold()

    def finish(self) -> None:
        """Note what can only be told when everything has been seen."""
        self._note_prose()
        self._note_code()
        self._tell_parameters()
        self._tell_methods()

    def _tell_methods(self) -> None:
        """Take ``Class::name`` for a method if the document describes the class."""
        classes = {
            o.name
            for o in self.observations
            if o.kind is Kind.CLASS and o.place.position is Position.OBJECT
        }
        if not classes:
            return
        self.observations = [
            o._replace(kind=Kind.METHOD)
            if o.kind is Kind.FUNCTION and '::' in o.name and o.name.rpartition('::')[0] in classes
            else o
            for o in self.observations
        ]

    def _tell_parameters(self) -> None:
        """Take a name in the text for a parameter if the document describes one of that name."""
        if self.parameters:
            self.observations = [
                o._replace(place=o.place._replace(position=Position.PARAMETER))
                if o.place.position in _PARAMETERS and o.name in self.parameters
                else o
                for o in self.observations
            ]

    def read(self, text: str, context: Context) -> None:
        """Read a text of the document."""
        self._characters += len(text)
        self._prose.add(text, context)

    def read_block(self, text: str, context: Context) -> None:
        """Read a paragraph or heading as a whole, without its literals."""
        self._prose.add_block(text, context)

    def read_heading(self, text: str, context: Context) -> None:
        """Read a heading as its reader sees it, without its markup."""
        self._prose.add_heading(text, context)

    def keep_code(self, block: Block) -> None:
        """Leave a block until it is known how much of the document it is."""
        self._characters += len(block.code)
        self._blocks.append(block)

    def _note_prose(self) -> None:
        marked = {o.name for o in self.observations if o.place.position in _MARKED}
        for name, kind, position, context, text in self._prose.names(marked):
            self.note(name, kind, position, context, definition=(text, 'abbr'))

    def _note_code(self) -> None:
        extractors = extractors_of(self.env.config)
        aliases = Aliases()
        for block in self._blocks:
            if block.included and is_embedded(block, self._characters):
                self.embedded.add(module_path(block.included, Path(self.env.srcdir)))
            section, condition = block.context.section, block.context.condition
            source = self.sources.number(block.context.source)
            says = 'docstring' if block.language.startswith('py') else 'comment'
            for found, position, line in names_in(block, self._characters, extractors, aliases):
                text = found.definition
                self.observations.append(
                    Observation(
                        found.name,
                        found.kind,
                        Place(section, line, position, found.times, '', condition, source),
                        Definition(text, says, section, '', condition) if text else None,
                    )
                )

    def note(
        self,
        name: str,
        kind: Kind,
        position: Position,
        context: Context,
        *,
        anchor: str = '',
        definition: tuple[str, str] = ('', ''),
    ) -> None:
        """Take note of a keyword, unless it is noise."""
        name, length = clean(name), len(name)
        longest = LONGEST if _defines(position) else _LONGEST
        if name and len(name) <= longest and not self._is_noise(name, position):
            section, condition, line, source, _heading = context
            if length > LONGEST == len(name):
                _tell_of_cut(name, length, f'{source}:{line}')
            number = self.sources.number(source)
            text, says = definition
            self.observations.append(
                Observation(
                    name,
                    kind,
                    Place(section, line, position, 1, anchor, condition, number),
                    Definition(text, says, section, anchor, condition) if text else None,
                )
            )

    def _is_noise(self, name: str, position: Position) -> bool:
        """Pass over what says nothing, as does the project's own name, unless it is kept."""
        if _defines(position) or name in self._keep:
            return False
        if name in self._stop_words:
            return True
        if position is Position.CROSS_REFERENCE or position in AS_WRITTEN:
            return False  # the project may define what it links to
        if position is Position.LITERAL and name in FUNCTION_WORDS:
            return name in LITERAL_NOISE
        return name.casefold() == self._project or is_noise(name)


def _tell_of_cut(name: str, length: int, location: str) -> None:
    message = f'a name of {length:,} characters is cut in the keyword index: {shorten(name, 40)!r}'
    warn(Trouble.TOO_LONG, message, location)


def _defines(position: Position) -> bool:
    return WEIGHTS[position].role is Role.DEFINES
