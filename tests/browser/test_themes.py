"""In five themes, light and dark, wide and narrow: accessible, within the page, in its colours.

What axe-core finds on our parts is listed if it is the doing of a theme, else it is a failure.
Themes that are not installed are skipped: ``pip install .[themes]`` brings them.
"""

from pathlib import Path

import pytest
import sample

pytestmark = pytest.mark.filterwarnings("ignore:'sphinx_book_theme")

WIDTHS = [1280, 390]
PAGES = ['kwindex/glossary', 'kwindex/doc/guide/first', 'kwindex/folder/guide', 'words']
MODES = [
    (theme, dark)
    for theme in sample.THEMES
    for dark in (False, True)
    if not dark or theme not in {'alabaster', 'sphinx_rtd_theme'}
]

#: themes whose own link colour fails: (theme, rule) -> what axe-core says of it
THEMES_OWN = {
    ('sphinx_rtd_theme', 'color-contrast'): '#2980b9',
}

DARK = """() => {
  for (const element of [document.documentElement, document.body]) {
    element.dataset.theme = element.dataset.mode = 'dark';
  }
}"""

#: axe calls what is not laid out yet hidden behind other things
LAID_OUT = '.kwx-list { content-visibility: visible !important }'

#: to describe each element that passes takes as long as to look at all of them
AXE = """() => axe.run({include: ['.kwx'], exclude: []}, {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
})"""


@pytest.fixture(scope='session')
def axe():
    """Find axe-core in the package that carries it."""
    package = pytest.importorskip('axe_playwright_python', reason='it carries axe-core')
    return Path(package.__file__).parent / 'axe.min.js'


@pytest.fixture
def shown(site, open_page):
    """Show a page in a theme; a test has one window for all that it looks at."""
    windows = {}

    def shown(theme, name, *, dark=False, width=1280):
        pytest.importorskip(theme)
        sidebars = {} if theme.startswith('sphinx_') else {'html_sidebars': {'**': ['kwindex.html']}}
        path = site('themes', sample.small(), theme, **sidebars) / f'{name}.html'
        if dark in windows:
            page = windows[dark]
            page.set_viewport_size({'width': width, 'height': 900})
            page.goto(path.as_uri())
        else:
            page = windows[dark] = open_page(path, dark=dark, width=width)
        if dark:
            page.evaluate(DARK)
            page.wait_for_timeout(300)  # themes fade
        return page

    return shown


@pytest.mark.slow
@pytest.mark.parametrize(('theme', 'dark'), MODES)
def test_axe_finds_nothing(shown, axe, theme, dark):
    begin = MODES.index((theme, dark)) % 2  # axe takes its time: half of the pages in turn
    for name, width in zip(PAGES[begin::2], WIDTHS, strict=True):
        page = shown(theme, name, dark=dark, width=width)
        page.add_style_tag(content=LAID_OUT)
        page.add_script_tag(path=axe)
        page.locator('.kwx details').evaluate_all('all => all.forEach(e => { e.open = true })')
        found = page.evaluate(AXE)
        assert found['passes'], 'axe-core has looked at nothing'
        wrong = [
            (violation['id'], node['html'][:150], node['failureSummary'])
            for violation in found['violations']
            for node in violation['nodes']
            if THEMES_OWN.get((theme, violation['id']), 'no such words') not in node['failureSummary']
        ]
        assert wrong == [], (name, len(wrong))


@pytest.mark.slow
@pytest.mark.parametrize(('theme', 'dark'), MODES)
def test_axe_finds_nothing_in_hits(shown, axe, theme, dark):
    """At the hits, the button that copies, and the box of the sidebar."""
    name, box = ('kwindex/index', '.kwx-page') if MODES.index((theme, dark)) % 2 else ('index', '.kwx-find')
    if theme.startswith('sphinx_'):
        name, box = 'kwindex/index', '.kwx-page'  # no sidebar of templates
    page = shown(theme, name, dark=dark)
    page.locator(f'{box} [type=search]').fill('first')
    page.locator('.kwx-hits dt a').first.wait_for()
    page.locator('.kwx-hits dt a').first.focus()
    assert page.locator('.kwx-hits .kwx-copy').count() == (box == '.kwx-page')
    page.add_script_tag(path=axe)
    found = page.evaluate(AXE)
    wrong = [
        (violation['id'], node['html'][:150], node['failureSummary'])
        for violation in found['violations']
        for node in violation['nodes']
        if THEMES_OWN.get((theme, violation['id']), 'no such words') not in node['failureSummary']
    ]
    assert found['passes']
    assert wrong == []


@pytest.mark.parametrize('theme', sample.THEMES)
def test_nothing_is_wider_than_a_phone(shown, theme):
    for name in [*PAGES, 'kwindex/index', 'kwindex/doc/source']:
        page = shown(theme, name, width=390)
        for listing in page.locator('.kwx').all():
            assert listing.evaluate('e => e.scrollWidth <= e.clientWidth + 1'), name
        assert page.evaluate('document.documentElement.scrollWidth') <= 391, name


@pytest.mark.parametrize(('theme', 'dark'), MODES)
def test_colours_are_those_of_the_theme(shown, theme, dark):
    page = shown(theme, 'kwindex/glossary', dark=dark)
    colour = 'e => getComputedStyle(e).color'
    text = page.locator('h1').first.evaluate(colour)
    luminance = """e => {
      const [r, g, b] = getComputedStyle(e).color.match(/[\\d.]+/g).map(Number);
      return (r + g + b) / (r > 1 || g > 1 || b > 1 ? 765 : 3);
    }"""
    for part in ('.kwx h2', '.kwx-count', '.kwx-list dd', '.kwx-lead', '[type=search]'):
        found = page.locator(part).first.evaluate(luminance)
        assert (found > 0.5) == dark, (part, found, text)


LINKS = {
    'index.rst': """
Start
=====

See ``acme.open_all()`` and ``acme.nothing()``, and a late guard.

.. toctree::

   api
""",
    'api.rst': """
API
===

.. py:function:: acme.open_all()

.. glossary::

   late guard
      A guard.
""",
}
LOOK = """e => {
  const style = getComputedStyle(e);
  return [style.color, style.fontFamily, style.fontSize, style.fontWeight];
}"""


@pytest.mark.parametrize(('theme', 'dark'), MODES)
def test_automatic_links_look_like_what_is_around_them(site, open_page, theme, dark):
    pytest.importorskip(theme)
    config = {'kwindex_links': ['literals', 'terms'], 'kwindex_pages': []}
    page = open_page(site('links', LINKS, theme, **config) / 'index.html', dark=dark)
    if dark:
        page.evaluate(DARK)
        page.wait_for_timeout(300)
    linked, plain = page.locator('p code.literal').all()[:2]
    assert linked.evaluate(LOOK) == plain.evaluate(LOOK)
    term = page.locator('a.kwindex-link', has_text='late guard')
    assert term.evaluate(LOOK) == page.locator('p', has=term).last.evaluate(LOOK)
    line = 'e => getComputedStyle(e).textDecorationStyle'
    assert term.evaluate(line) == 'dotted'
    term.hover()
    assert term.evaluate(line) == 'solid'


def behind(page, selector):
    """Give the first colour that is painted behind an element."""
    return page.locator(selector).first.evaluate(
        """e => {
          for (; e; e = e.parentElement) {
            const colour = getComputedStyle(e).backgroundColor;
            if (!/, 0\\)|transparent/.test(colour)) return colour;
          }
          return 'rgb(255, 255, 255)';
        }"""
    )


@pytest.mark.parametrize(('theme', 'dark'), MODES)
def test_the_bar_has_the_background_of_the_page(shown, theme, dark):
    page = shown(theme, 'kwindex/glossary', dark=dark)
    assert behind(page, '.kwx-bar') == behind(page, '.kwx-lead')


@pytest.mark.parametrize('theme', sample.THEMES)
def test_the_filter_works(shown, theme):
    page = shown(theme, 'kwindex/glossary')
    page.locator('.kwx [type=search]').fill('a0 first')
    page.locator('.kwx-count', has_text='10 of').wait_for()
    assert page.locator('.kwx-list > div:visible').count() == 10


@pytest.mark.parametrize('theme', sample.THEMES)
def test_anchors_land_below_what_sticks(shown, theme):
    for width in WIDTHS:
        page = shown(theme, 'kwindex/glossary', width=width)
        page.evaluate("location.hash = 'kw-function-b10_second'")
        page.wait_for_function(
            """() => {
              const row = document.querySelector(':target'), box = row.getBoundingClientRect();
              return row.contains(document.elementFromPoint(box.x + 5, box.y + 8));
            }"""
        )


def test_words_among_key_terms_have_no_gap_before_their_comma(site, open_page):
    words = ''.join(f'   word {a}{b}\n      A word.\n\n' for a in 'abcdefgh' for b in 'abcdefgh')
    built = site('key', {'index.rst': f'Words\n=====\n\n.. glossary::\n\n{words}'})
    page = open_page(built / 'kwindex/doc/index.html')
    margins = page.eval_on_selector_all(
        '.kwx-key b', 'found => found.map(b => getComputedStyle(b).marginInlineEnd)'
    )
    assert margins[0] != '0px', 'the label stands apart'
    assert len(margins) > 10
    assert set(margins[1:]) == {'0px'}
