"""A page of 5,000 keywords, and lists that are cut: anchors, and a filter that knows all pages."""

from urllib.parse import urlsplit

import pytest
import sample

BOX = '.kwx [type=search]'
COUNT = '.kwx-count'
HITS = '.kwx-hits > div'


@pytest.fixture
def long(site):
    return site('long', sample.many(5000), kwindex_pages=['glossary'])


@pytest.fixture
def cut(site):
    return site('cut', sample.many(400, 4), kwindex_page_size=120, kwindex_pages=['glossary'])


#: smooth scrolling and late layout take their time: what is asked for is waited for
IN_SIGHT = """id => {
  const row = document.getElementById(id), box = row.getBoundingClientRect();
  const over = document.elementFromPoint(box.x + 5, box.y + 8);
  return box.top >= 0 && box.top < innerHeight / 2 && row.contains(over);
}"""


@pytest.mark.parametrize('width', [1280, 390])
def test_anchors_land_on_their_row(long, open_page, width):
    page = open_page(long / 'kwindex/glossary.html', width=width)
    ids = page.evaluate('[...document.querySelectorAll(".kwx-list > div")].map(e => e.id)')
    assert len(ids) == 5000
    assert page.locator('.kwx-list').count() >= 200, 'it is not laid out in chunks'
    for at in range(100, 5000, 700):
        page.evaluate('id => { location.hash = id }', ids[at])
        page.wait_for_function(IN_SIGHT, arg=ids[at])


def test_a_shared_anchor_lands_on_its_row(long, open_page):
    page = open_page(long / 'kwindex/glossary.html', '#kw-function-gg_name_02766')
    page.wait_for_function(IN_SIGHT, arg='kw-function-gg_name_02766')


def test_letters_land_on_their_heading(long, open_page):
    page = open_page(long / 'kwindex/glossary.html')
    for letter in 'jafe':
        page.locator('.kwx-letters a', has_text=letter.upper()).click()
        page.wait_for_function(IN_SIGHT, arg=f'letter-{letter}')


def test_a_long_page_filters(long, open_page):
    page = open_page(long / 'kwindex/glossary.html')
    page.locator(BOX).fill('_0499')
    page.locator(COUNT, has_text='10 of 5\u202f000').wait_for()
    assert page.locator('.kwx-list > div:visible').count() == 10
    height = page.locator('.kwx').evaluate('e => e.offsetHeight')
    assert height < 2200, 'empty chunks take room'


def test_the_filter_finds_in_all_ranges(cut, open_page):
    page = open_page(cut / 'kwindex/glossary-b.html')
    asked = []
    page.on('request', lambda request: asked.append(urlsplit(request.url).path))
    assert page.locator('.kwx-ranges a').count() == 10
    page.locator(BOX).focus()
    page.wait_for_function('() => window.kwindexData')
    assert [path for path in asked if 'kwindex-data-' in path] == asked
    page.locator(BOX).press_sequentially('_0010 name')
    page.locator(COUNT, has_text='10 found').wait_for()
    assert page.locator(HITS).count() == 10
    widths = page.locator(f'{HITS}:first-child').evaluate('e => [e, e.firstChild].map(e => e.clientWidth)')
    assert len(set(widths)) == 1, 'a name has less room than its row'
    assert page.locator('.kwx section:visible .kwx-list').count() == 0
    page.keyboard.press('Enter')
    assert page.evaluate('document.activeElement.textContent') == 'aa_name_00100()'
    page.keyboard.press('Enter')
    page.wait_for_url('**/glossary-a.html#kw-function-aa_name_00100')
    page.wait_for_function(IN_SIGHT, arg='kw-function-aa_name_00100')


def test_it_knows_nothing_before_it_is_asked(cut, open_page):
    page = open_page(cut / 'kwindex/glossary.html')
    page.wait_for_timeout(200)
    assert page.evaluate('window.kwindexData') is None


def test_a_shared_filter_of_all_ranges(cut, open_page):
    page = open_page(cut / 'kwindex/glossary-c.html', '?kw=jj_name')
    page.locator(HITS).first.wait_for()
    assert page.locator(COUNT).inner_text() == '4 found'
    page.locator(BOX).press('Escape')
    assert page.locator(HITS).count() == 0
    assert page.locator('.kwx section .kwx-list').first.is_visible()
    assert page.locator(COUNT).inner_text() == '40 keywords'
    assert page.evaluate('location.href').endswith('glossary-c.html')


def test_it_shows_the_best_hundred_counts_all_and_shows_the_rest(cut, open_page):
    page = open_page(cut / 'kwindex/glossary.html', '?kw=name')
    page.locator(HITS).first.wait_for()
    assert page.locator(HITS).count() == 100
    assert page.locator(COUNT).inner_text() == '400 found'
    page.get_by_role('button', name='300 more').click()
    assert page.locator(HITS).count() == 400
    assert page.get_by_role('button', name='more').count() == 0
    focused = 'document.activeElement.textContent'
    assert page.evaluate(focused) == page.locator(f'{HITS} a').nth(100).inner_text()
    page.locator(BOX).fill('name_0')
    page.locator(COUNT, has_text='400').wait_for()
    assert page.locator(HITS).count() == 100


def test_enter_while_the_data_loads_waits_for_it(cut, open_page):
    page = open_page(cut / 'kwindex/glossary-b.html')
    page.evaluate(
        """() => {
          const head = document.head, append = head.append;
          head.append = script => { window.load = () => append.call(head, script) };
        }"""
    )
    page.locator(BOX).press_sequentially('aj_name_00390()')
    page.keyboard.press('Enter')
    page.wait_for_timeout(100)
    assert page.evaluate('document.activeElement.type') == 'search'
    page.evaluate('window.load()')
    page.locator(HITS).first.wait_for()
    assert page.evaluate('document.activeElement.textContent') == 'aj_name_00390()'


def test_enter_right_after_the_last_letter_keeps_its_place(cut, open_page):
    page = open_page(cut / 'kwindex/glossary-b.html', '?kw=jj')
    page.locator(HITS).first.wait_for()
    page.locator(BOX).focus()
    page.evaluate(
        """() => {
          const box = document.activeElement;
          box.value = 'aj_name';
          box.dispatchEvent(new Event('input'));
          box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}));
        }"""
    )
    page.wait_for_timeout(100)
    assert page.evaluate('document.activeElement.textContent').startswith('aj_name')


def test_without_the_data_the_page_is_filtered_and_the_data_asked_for_again(cut, open_page):
    page = open_page(cut / 'kwindex/glossary-b.html')
    page.evaluate(
        """() => {
          const head = document.head, append = head.append;
          head.append = script => {
            script.src = script.src.replace('.js', '.none');
            append.call(head, script);
          };
        }"""
    )
    own = page.locator('.kwx-list > div a').first.inner_text()
    page.locator(BOX).fill(own)
    page.wait_for_function('() => document.querySelector(".kwx-on")')
    assert page.locator('.kwx-list > div:visible dt a').all_inner_texts() == [own]
    page.evaluate('delete document.head.append')
    page.locator(BOX).fill('_0039 name')
    page.locator(COUNT, has_text='10 found').wait_for()
    assert page.locator(HITS).count() == 10
    page.locator(BOX).press('Escape')
    assert page.locator('.kwx-list > div:visible').count() == 40


def test_data_of_another_build_is_not_used(cut, open_page):
    page = open_page(cut / 'kwindex/glossary-b.html')
    own = page.locator('.kwx-list > div a').first.inner_text()
    page.evaluate(
        """() => {
          const data = {names: 'other()', kinds: 'a', words: {a: ['x', '#x-']}, ids: {}, ends: [1]};
          Object.defineProperty(window, 'kwindexData', {get: () => data, set: () => {}});
        }"""
    )
    for name in 'other', own:
        page.locator(BOX).fill(name)
        page.locator(COUNT, has_text=f'{name in own:d} found').wait_for()
    assert page.locator('.kwx-list > div:visible dt a').all_inner_texts() == [own]


ODD = [
    '<b>bold', 'C::operator()', 'a-x2d-b', 'Ω mega', '日本語', 'a%20b', 'it’s', 'a&amp;b',
    '\U0001f600 face', 'x#y?z',
]  # fmt: skip


def test_odd_names_are_found_and_reached(site, open_page):
    terms = ''.join(f'   {name}\n      Is odd.\n\n' for name in ODD)
    files = sample.many(60, 2)
    files['index.rst'] += f'\n.. glossary::\n\n{terms}'
    out = site('odd', files, kwindex_page_size=20, kwindex_pages=['glossary'])
    page = open_page(out / 'kwindex/glossary.html')
    for name in ODD:
        page.goto((out / 'kwindex/glossary.html').as_uri())
        page.locator(BOX).fill(name)
        page.locator(HITS).first.wait_for()
        assert page.locator(f'{HITS} code').all_inner_texts() == [name]
        page.keyboard.press('Enter')
        page.keyboard.press('Enter')
        page.wait_for_function('() => document.querySelector(":target dt a")')
        assert page.locator(':target dt a').inner_text() == name
