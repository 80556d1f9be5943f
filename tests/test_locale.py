"""Catalogues, complete and up to date, and pages in the language of their project."""

import re

import catalogues
import pytest
from links import Crawl
from project import CONF
from sphinx.locale import translators
from trees import page_of

from sphinxcontrib_kwindex.collect.locations import SourceTable
from sphinxcontrib_kwindex.model import Kind


@pytest.fixture(autouse=True)
def _english():
    """Leave no language to the tests that follow."""
    yield
    translators.clear()


UPDATE = 'run: python tests/catalogues.py'
TEMPLATE = catalogues.LOCALE / f'{catalogues.DOMAIN}.pot'


def test_the_template_has_all_texts():
    found = catalogues.extracted()
    assert 'Key terms' in found  # which stands in an f-string
    assert ('%s keyword', '%s keywords') in found
    assert TEMPLATE.read_bytes() == catalogues.as_po(catalogues.updated()), UPDATE


@pytest.mark.parametrize('language', catalogues.LANGUAGES)
def test_a_catalogue_is_up_to_date_and_complete(language):
    updated, path = catalogues.updated(language), catalogues.po_file(language)
    assert path.read_bytes() == catalogues.as_po(updated), UPDATE
    assert path.with_suffix('.mo').read_bytes() == catalogues.as_mo(updated), UPDATE
    assert list(catalogues.untranslated(catalogues.read(language))) == []


@pytest.mark.parametrize('language', catalogues.LANGUAGES)
def test_translations_have_the_placeholders_of_their_texts(language):
    for message in catalogues.read(language):
        if message.id:
            translations = message.string if message.pluralizable else [message.string]
            text = message.id[-1] if message.pluralizable else message.id
            for translation in translations:
                assert {*placeholders(translation)} <= {*placeholders(text)}, message.id
            assert placeholders(translations[-1]) == placeholders(text), message.id


def placeholders(text):
    return sorted(re.findall(r'%(?:\(\w+\))?[sd%]', text))


@pytest.mark.parametrize('language', catalogues.LANGUAGES)
def test_no_two_kinds_are_called_the_same(language):
    catalog = catalogues.read(language)
    assert len({catalog.get(kind.value).string for kind in Kind}) == len(Kind)


FILES = {
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   kwindex/index\n   dir/a\n   dir/b\n',
    'dir/a.rst': 'A\n=\n\nOne\n---\n\n.. py:class:: Client\n\n   Talks.\n'
    '\nTwo\n---\n\n``name_a``\n\n.. kwindex::\n   :style: list\n',
    'dir/b.rst': 'B\n=\n\n.. glossary::\n\n   node\n      A part.\n',
}


def built_in(make, language, **options):
    conf = f'{CONF}language = {language!r}\n'
    result = make({**FILES, 'conf.py': conf}, **options)
    assert result.warning == ''
    return result


def test_a_german_project_has_german_pages(make):
    result = built_in(make, 'de')
    glossary = page_of(result, 'kwindex/glossary.html')
    assert glossary.one('h1').text.rstrip('¶') == 'Glossar'
    assert glossary.one(class_='kwx-lead').text.startswith('2 Stichwörter: alles, was auf 3 Seiten')
    index = page_of(result, 'kwindex/index.html')
    assert index.one('h1').text.rstrip('¶') == 'Stichwortverzeichnis'
    facts = index.one(class_='kwx-facts')
    assert facts.one('dt').text == 'Nur was definiert oder erklärt wird'
    assert 'Stichwortverzeichnis' in page_of(result, 'index.html').one(class_='body').text
    assert glossary.one(id='kw-class-Client').one('dt').text == 'Client Klasse'
    page = page_of(result, 'kwindex/doc/dir/a.html')
    lead = page.one(class_='kwx-lead').text
    assert lead == '2 Stichwörter in 3 Abschnitten dieses Dokuments, nach Art.'
    assert [h2.text for h2 in page.all('h2')] == ['Klassen 1', 'Namen 1', 'Nach Abschnitt 3']
    assert page.one(class_='kwx-filter').text.strip() == 'Filter'
    assert page.one(class_='kwx-skip').text == 'Zu den Stichwörtern springen'
    page = page_of(result, 'kwindex/doc/dir/b.html')
    assert page.one(class_='kwx-lead').text.startswith('1 Stichwort in 1 Abschnitt ')
    assert page.one(class_='kwx-count').text == '1 Stichwort'


def test_a_japanese_project_has_japanese_pages(make):
    page = page_of(built_in(make, 'ja'), 'kwindex/doc/dir/a.html')
    assert page.one('h1').text.rstrip('¶') == 'A のキーワード'
    lead = page.one(class_='kwx-lead').text
    assert lead == 'このドキュメントの 3 個のセクションにある 2 個のキーワード（種類別）。'
    assert page.one(class_='kwx-count').text == '2 個のキーワード'
    words = 'sphinxcontrib-kwindex|dir|rst|Client|Talks|name_a|One|Two'
    left = re.sub(words, '', page.one(class_='kwx').text)
    assert not re.search('[A-Za-z]{3}', left), left


def test_other_formats_are_translated_too(make):
    text = built_in(make, 'de', builder='text').text('dir/a.txt')
    assert 'Stichwörter auf dieser Seite' in text
    assert '"Client" (Klasse): Talks. [One]' in text


TITLES = {'en': 'Keyword index', 'nl': 'Keyword index', 'de_AT': 'Stichwortverzeichnis'}


@pytest.mark.parametrize(('language', 'title'), TITLES.items())
def test_a_language_without_a_catalogue_is_english_unless_it_is_a_variety(make, language, title):
    result = make({**FILES, 'conf.py': f'{CONF}language = {language!r}\n'})
    assert page_of(result, 'kwindex/index.html').one('h1').text.rstrip('¶') == title


FRENCH = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "The widget and ``a_name``"
msgstr "Le bidule et ``a_name`` et ``un_de_plus``"

msgid "widget"
msgstr "bidule"

msgid "About widgets"
msgstr "Les bidules"
"""
WIDGETS = {
    'index.rst': 'Start\n=====\n\nAbout widgets\n-------------\n\nThe widget and ``a_name``\n\n'
    '.. py:class:: Widget\n\n.. glossary::\n\n   widget\n      Something.\n',
    'locale/fr/LC_MESSAGES/index.po': FRENCH,
}


def test_a_translated_document_leads_to_the_same_places(make):
    """What a translator adds is a keyword too, and no place has another address."""
    found = {}
    for language in ('en', 'fr'):
        config = {'language': language, 'locale_dirs': 'locale', 'gettext_compact': False}
        result = make(WIDGETS, out=language, doctrees=f'doctrees-{language}', config=config)
        assert result.warning == ''
        assert Crawl(result.out).broken == []
        record = result.record('index')
        found[language] = {k.name: (k.places[0].line, k.places[0].anchor) for k in record.keywords}
        assert record.sources == ('',)
        assert [s.id for s in record.sections] == ['', 'start', 'about-widgets']
    english, french = found['en'], found['fr']
    assert french['a_name'] == english['a_name']
    assert french['Widget'] == english['Widget']
    assert french['bidule'] == english['widget']
    assert 'un_de_plus' in french
    assert {s.title for s in record.sections} == {'Start', 'Les bidules'}


def test_a_translated_text_is_of_the_file_of_the_original(tmp_path):
    sources = SourceTable(tmp_path, tmp_path / 'index.rst')
    assert sources.number(f'{tmp_path}/index.rst:6:<translated>') == 0
    assert sources.number(f'{tmp_path}/part.txt:6:<translated>') == 1
    assert sources.names == ['', 'part.txt']
