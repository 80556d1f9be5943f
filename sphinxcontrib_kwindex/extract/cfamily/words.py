"""The words of the C family's grammar, and what they tell about a statement."""

from __future__ import annotations

from typing import Final


def word_set(text: str) -> frozenset[str]:
    """Read a list of words."""
    return frozenset(text.split())


#: in this order: ``enum class`` is an enumeration
CLASS_KEYS: Final = ('enum', 'class', 'struct', 'union')

#: a statement that begins with one of these, or has one before its brackets, declares nothing
STATEMENTS: Final = word_set("""
    _Static_assert break case catch co_await co_return co_yield continue default delete do else for
    foreach forever goto if new return static_assert switch throw try while
""")
#: what may stand with brackets before a declaration
ATTRIBUTES: Final = word_set(
    '_Alignas __attribute __attribute__ __declspec __launch_bounds__ alignas'
)
#: what takes brackets and is no function
NOT_FUNCTIONS: Final = ATTRIBUTES | word_set("""
    _Atomic _Generic __asm __asm__ __except __extension__ __typeof__ alignof asm const decltype
    explicit noexcept requires sizeof static_cast typeid typeof volatile
""")
BUILTIN_TYPES: Final = word_set("""
    _Bool auto bool char char16_t char32_t char8_t double float int long short signed unsigned void
    wchar_t
""")
#: types of every program: no keywords, but nothing that is worth listing as used
LIBRARY_TYPES: Final = word_set("""
    BOOL NSInteger NSUInteger int16_t int32_t int64_t int8_t intmax_t intptr_t ptrdiff_t size_t
    ssize_t uint16_t uint32_t uint64_t uint8_t uintmax_t uintptr_t
""")
#: what stands before a declaration and is no type
SPECIFIERS: Final = word_set("""
    _Noreturn __device__ __forceinline __forceinline__ __global__ __host__ __inline __inline__
    consteval constexpr constinit explicit export extern friend inline static thread_local typename
    virtual
""")
#: what stands behind the parameters of a function
SUFFIXES: Final = word_set(
    '& [ ] __restrict const final mutable noexcept override requires throw try volatile'
)
#: words that are never the name of anything
KEYWORDS: Final = (
    STATEMENTS
    | NOT_FUNCTIONS
    | BUILTIN_TYPES
    | SPECIFIERS
    | SUFFIXES
    | frozenset(CLASS_KEYS)
    | word_set("""
        NO NULL Nil YES and and_eq bitand bitor compl concept const_cast dynamic_cast false
        namespace nil not not_eq nullptr operator or or_eq private protected public register
        reinterpret_cast restrict template this true typedef using xor xor_eq
    """)
)
#: a word behind one of these is no variable
NOT_TYPES: Final = (
    STATEMENTS
    | frozenset(CLASS_KEYS)
    | word_set("""
        and bitand bitor compl concept final implementation interface namespace not operator or
        override private property protected protocol public requires sizeof template typedef
        typename using xor
    """)
)


def is_exported(key: str, macro: str, name: str) -> bool:
    """Tell ``class API Foo`` and ``struct API Foo`` from ``struct TYPE variable``."""
    return key in CLASS_KEYS and macro.isupper() and (key == 'class' or name[0].isupper())
