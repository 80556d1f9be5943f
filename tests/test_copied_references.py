"""References that the find box copies: rules for the script, and rows for which they are wrong."""

from trees import page_of

SOURCE = """
Start
=====

.. py:class:: acme.Client

.. py:exception:: acme.ClientError

.. js:class:: Client

.. c:function:: int run(int n)

.. envvar:: ACME_HOME

.. option:: --verbose

Session
-------

A session is a state.

.. py:module:: session
"""


def references(built, name='kwindex/index.html'):
    page = page_of(built, name)
    rows = [row for dl in page.all('dl', class_='kwx-list') for row in dl.all('div')]
    references = {row.attrs['id']: row.attrs.get('data-ref') for row in rows}
    return page.one(class_='kwx-page').attrs, references


def test_rules_and_exceptions(make):
    built = make({'index.rst': SOURCE})
    root, rows = references(built)
    rules = root['data-refs'].split()
    assert {'|envvar-|envvar', '|cmdoption-|option', '|c.|c:func', '|module-|py:mod'} <= set(rules)
    assert {'class||py:class', '||py:obj'} <= set(rules)
    assert rules.index('class||py:class') < rules.index('||py:obj')
    assert root['data-forms'] == 'rst'
    assert rows['kw-class-acme.Client'] is None
    assert rows['kw-function-run'] is None
    assert rows['kw-class-Client'] == 'js:class Client'


def test_only_roles_that_exist_are_copied(make):
    """Sphinx has ``identifier`` first among the roles for types of C and C++."""
    objects = '.. c:type:: loop_t\n\n   A loop.\n\n.. cpp:type:: Ring = int\n\n   A ring.\n'
    root, rows = references(make({'index.rst': f'Start\n=====\n\n{objects}'}))
    rules = root['data-refs'].split()
    assert {rule.rpartition('|')[2] for rule in rules} == {'c:type', 'cpp:type'}
    assert rows['kw-type-loop_t'] is None


def test_a_section_with_the_id_of_a_name_is_no_object(make):
    built = make({'index.rst': f'{SOURCE}\n``widget``\n----------\n\nA widget is a thing.\n'})
    assert references(built)[1]['kw-name-widget'] == ''


def test_a_new_type_of_objects_changes_the_pages_of_others(make):
    files = {'index.rst': SOURCE, 'b.rst': ':orphan:\n\nB\n=\n\n``word_one``\n'}
    make(files)
    more = {**files, 'b.rst': files['b.rst'] + '\n.. rst:role:: special\n'}
    changed = make(more)
    assert 'rst:role' in references(changed, 'kwindex/doc/index.html')[0]['data-refs']
    assert changed.digests == make(more, out='clean', doctrees='other').digests


def test_books_and_blocks_have_none(make):
    text = make({'index.rst': SOURCE + '\n.. kwindex::\n'}).text('index.html')
    assert 'data-ref' not in text
