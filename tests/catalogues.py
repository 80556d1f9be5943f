"""Update of the catalogues of translations: ``python tests/catalogues.py``.

Extracts all texts into the template, adds what is new to each language, drops what is gone, and
compiles. The translations themselves are edited in the ``.po`` files; a text without one is shown
in English. Needs nothing but Babel, which Sphinx brings.
"""

import ast
import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE = Path(__file__).resolve().parent.parent / 'sphinxcontrib_kwindex'
LOCALE = PACKAGE / 'locale'
DOMAIN = 'sphinxcontrib_kwindex'
LANGUAGES = ('de', 'es', 'fr', 'ja', 'zh_CN')

#: what marks texts, with the number of its arguments that are texts
MARKS = {'_': 1, 'N_': 1, 'ngettext': 2}


class Texts(Catalog):
    """A catalogue without times and placeholders: what is the same stays the same."""

    @property
    def mime_headers(self):
        headers = [('MIME-Version', '1.0'), ('Content-Type', 'text/plain; charset=utf-8')]
        if self.locale:
            headers += [('Language', self.locale_identifier), ('Plural-Forms', self.plural_forms)]
        return headers


def extracted():
    """Return all texts of the package; Babel itself finds none within f-strings."""
    found = set()
    for path in sorted(PACKAGE.rglob('*.py')):
        for node in ast.walk(ast.parse(path.read_text(encoding='utf-8'))):
            if isinstance(node, ast.Call) and getattr(node.func, 'id', '') in MARKS:
                texts = node.args[: MARKS[node.func.id]]
                if all(isinstance(text, ast.Constant) for text in texts):  # no name of a text
                    values = tuple(text.value for text in texts)
                    found.add(values if len(values) > 1 else values[0])
    return found


def po_file(language):
    return LOCALE / language / 'LC_MESSAGES' / f'{DOMAIN}.po'


def read(language):
    """Read the translations of a language."""
    if not po_file(language).is_file():
        return Catalog(language)
    with po_file(language).open('rb') as file:
        return read_po(file, language, DOMAIN)


def updated(language=None):
    """Return the translations of the present texts; new texts have none."""
    catalog = Texts(language, DOMAIN, '# Texts of sphinxcontrib-kwindex.', fuzzy=False)
    old = read(language) if language else Catalog()
    for text in extracted():
        known = old.get(text)
        catalog.add(text, known.string if known and not known.fuzzy else '')
    return catalog


def as_po(catalog):
    file = io.BytesIO()
    write_po(file, catalog, width=100, sort_output=True)
    return file.getvalue()


def as_mo(catalog):
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog):
    """Yield the texts of a language that lack a translation, or one of its plurals."""
    for message in catalog:
        strings = message.string if message.pluralizable else [message.string]
        plurals = catalog.num_plurals if message.pluralizable else 1
        if message.id and (message.fuzzy or len(strings) != plurals or not all(strings)):
            yield message.id


def main():
    (LOCALE / f'{DOMAIN}.pot').write_bytes(as_po(updated()))
    for language in LANGUAGES:
        catalog, path = updated(language), po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(catalog))
        path.with_suffix('.mo').write_bytes(as_mo(catalog))
        print(f'{language}: {len(catalog)} texts, untranslated: {list(untranslated(catalog))}')


if __name__ == '__main__':
    main()
