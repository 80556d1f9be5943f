"""Whatever a block holds: no exception, no hang, lines within the text."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinxcontrib_kwindex.extract.c_family import extract
from sphinxcontrib_kwindex.model import Usage

PIECES = [
    *str.split(
        """
        { } ( ) < > [ ] ; , = : :: ~ & * - + @ # \\ " ' . -> // /* */ a B _ 0 int class enum struct
        union namespace template using typedef operator public: friend extern "C" R"( R"a( )a" #if
        #else #endif @end [[ ]] /// noexcept requires
        """
    ),
    *('#if 0', '#define X(', '#include <a>', '@interface A', '/** a'),
    *(' ', '\n', '\t', '\x00', '\ud800'),
]


@given(st.text())
def test_any_text(text):
    check(text)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=60))
def test_any_code(pieces):
    check(''.join(pieces))
    check(' '.join(pieces))


def check(text):
    found = extract(text)
    assert found == extract(text)
    lines = text.count('\n') + 1
    assert all(1 <= one.line <= lines and one.times >= 1 and one.name for one in found)
    assert len({one[:3] for one in found}) == len(found)
    weak = {one.name for one in found if one.usage in {Usage.MENTION, Usage.LOCAL}}
    assert not weak & {one.name for one in found if one.usage in {Usage.DEFINITION, Usage.USE}}


def repeated(piece):
    return lambda size: piece * (size // len(piece))


# what -> a text of about so many characters
HOSTILE = {
    **{
        piece: repeated(piece)
        for piece in (
            'a', '_', ' ', '\n', '{', '}', '(', ')', '<', '>', '>=', 'a<', 'a::', 'a.', 'a->',
            '({', '({})', 'x={}', '{}', ';', 'class A{', 'class A{}', 'struct A{}x,',
            'typedef struct{', 'enum A{B,C};', '/*', '//', '/// a_b\n', '"', "'", 'R"(', 'R"a(b',
            '\\', '\\\n', '#', '#if a\n', '#if 0\n', '#if a\n;#else\nb', '#define A\n',
            '#ifndef A\n#define A\n', 'void f(){}', 'int a,', 'a=1,', 'template<', 'operator',
            'operator+', 'public:', '[[', 'requires A&&', 'A(b)', 'AB ', '~ ', 'typedef int a,',
            'namespace a{', 'extern "C"{', '@interface A\n', '- (a)b:c ', 'auto [a,', 'a<<<',
            'a<b>(', '\x00', '\x01\x02\x03', '\ud800', '* a\n', 'a\\\n', "1'0", 'class ', '=',
            '@', 'int x = 1; ',
        )
    },
    'members': lambda size: 'A::A() : a{}' + ', b{}' * (size // 5) + '{}',
    'branches': lambda size: 'int f(a,\n#if a\n' + 'b);\n#else\n' * (size // 10),
    'angles': lambda size: 'a<' * (size // 4) + '>' * (size // 4) + ' f() {',
    'types': lambda size: 'void f() {' + 'struct a {' * (size // 10),
    'usings': lambda size: 'void f() {' + 'using ' * (size // 6),
    'this': lambda size: 'void A::f() {' + 'this->x;' * (size // 8),
    'fields': lambda size: 'struct A {' + 'int a;' * (size // 6),
    'comment': lambda size: '//' + 'a_' * (size // 2),
    'include': lambda size: '#include <' + 'a' * size,
    'pointer': lambda size: 'typedef int (' + '*' * size,
    'deep': lambda size: 'namespace a {' * (size // 20) + '}' * (size // 20),
}  # fmt: skip


@pytest.mark.parametrize('what', HOSTILE)
def test_hostile_text_is_read_in_linear_time(what):
    """Quadratic time would be a factor of 16."""
    short, long = (HOSTILE[what](size) for size in (10_000, 40_000))
    most = 9 * min(seconds(short) for _ in range(3)) + 0.02
    assert any(seconds(long) < most for _ in range(3))  # once is enough, on a busy machine


def seconds(text):
    start = time.process_time()
    extract(text)
    return time.process_time() - start


# deeper than any recursion goes; that the time is linear is shown above


def test_one_huge_line():
    assert [found.name for found in extract('int x = 1; ' * 20_000)] == ['x']


def test_deep_nesting():
    found = extract('namespace a { ' * 20_000 + 'int x;' + '}' * 20_000 + '\nint y;')
    assert found[-1].name == 'y'
    assert max(len(one.name) for one in found) <= 256


def test_comments_of_any_length():
    code = 'namespace a {\n/*' + ' x\n' * 20_000 + '*/\nclass Foo {};\n}\n'
    assert [found.name for found in extract(code)] == ['a', 'a::Foo']
