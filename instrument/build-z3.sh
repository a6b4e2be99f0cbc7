#!/bin/sh
# Builds a z3 that tells which of its code it runs, from the source in the crate `z3-src`.
#
#   instrument/build-z3.sh FOLDER            edges, counted in shared memory, with clang
#   instrument/build-z3.sh --gcov FOLDER     lines, counted by gcc's --coverage
#
# The program is FOLDER/build/z3. What is there from an earlier run is used again. It takes about an hour on two cores.
#
#   Z3_SRC=503.2.2    the crate's version         JOBS=2         compilers at a time
#   CC, CXX           the compilers               CMAKE=cmake    CMake, 3.26 or newer
set -eu

fail() {
    echo "build-z3.sh: $1" >&2
    exit 1
}

mode=edges
if [ "${1:-}" = --gcov ]; then
    mode=gcov
    shift
fi
[ $# = 1 ] || fail "usage: build-z3.sh [--gcov] FOLDER"
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
: "${Z3_SRC:=503.2.2}" "${JOBS:=$(nproc)}" "${CMAKE:=cmake}"

# What is needed.
if [ $mode = edges ]; then
    for version in "" -22 -21 -20 -19 -18 -17 -16; do
        newest=$(command -v "clang++$version") && "$newest" -dumpversion | awk -F. '{ exit $1 < 16 }' && break
        newest=
    done
    : "${CXX:=$newest}"
    [ -n "$CXX" ] || fail "clang 16 or newer is wanted (Debian: apt install clang-16), or set CC and CXX"
    : "${CC:=$(dirname "$CXX")/$(basename "$CXX" | sed 's/clang++/clang/')}"
else
    : "${CC:=gcc}" "${CXX:=g++}"
    "$CXX" --version | grep -q clang && fail "gcc is wanted for --gcov, and $CXX is clang: set CC and CXX"
    "$CXX" -dumpversion | awk -F. '{ exit $1 < 12 }' || fail "gcc 12 or newer is wanted for --gcov: set CC and CXX"
fi
for program in cargo "$CC" "$CXX" "$CMAKE"; do
    command -v "$program" >/dev/null || fail "$program is not there; install it, or say where another one is (CC, CXX, CMAKE)"
done
"$CMAKE" --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || v[1] == 3 && v[2] >= 26) }' ||
    fail "CMake 3.26 or newer is wanted: pip install --target DIR cmake, then CMAKE=DIR/cmake/data/bin/cmake"
if command -v ninja >/dev/null; then generator=Ninja; else generator="Unix Makefiles"; fi

# Some standard libraries have no <format> yet; fmt has the same under another name.
include="$folder/include"
mkdir -p "$include"
compiles() {
    echo "#include <$1>" | "$CXX" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null
}
if ! compiles format; then
    compiles fmt/format.h ||
        fail "$CXX has no <format>, and there is no fmt in its place (Debian: apt install libfmt-dev)"
    cat >"$include/format" <<'END'
#pragma once
#define FMT_HEADER_ONLY
#include <fmt/format.h>
#include <fmt/ostream.h>
namespace std {
using fmt::format;
using fmt::format_to;
}
END
fi

# The source, by way of a package that needs nothing else.
source="$folder/fetch/vendor/z3-src/z3"
if [ ! -e "$source/CMakeLists.txt" ]; then
    mkdir -p "$folder/fetch/src"
    : >"$folder/fetch/src/lib.rs"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nz3-src = "=%s"\n[workspace]\n' \
        "$Z3_SRC" >"$folder/fetch/Cargo.toml"
    (cd "$folder/fetch" && cargo vendor >/dev/null) || fail "cargo cannot fetch z3-src $Z3_SRC"
    [ -e "$source/CMakeLists.txt" ] || fail "z3-src $Z3_SRC has no source in $source"
fi

if [ $mode = edges ]; then
    "$CC" -O2 -c -o "$folder/edges.o" "$here/edges.c"
    flags="-fsanitize-coverage=trace-pc-guard"
    # Without the sanitizers' runtime: edges.o has all that is called.
    link="-fno-sanitize-link-runtime $folder/edges.o"
else
    flags="--coverage"
    link="--coverage"
fi
CC=$CC CXX=$CXX "$CMAKE" -G "$generator" -S "$source" -B "$folder/build" \
    -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS="$flags -w" \
    -DCMAKE_CXX_FLAGS="-I$include $flags -w" \
    -DCMAKE_C_FLAGS_RELEASE="-O1 -DNDEBUG" \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
    -DCMAKE_EXE_LINKER_FLAGS="$link" \
    -DZ3_BUILD_LIBZ3_SHARED=OFF -DZ3_BUILD_TEST_EXECUTABLES=OFF -DZ3_ENABLE_EXAMPLE_TARGETS=OFF \
    -DZ3_INCLUDE_GIT_HASH=OFF -DZ3_INCLUDE_GIT_DESCRIBE=OFF
nice -n 19 "$CMAKE" --build "$folder/build" --target shell --parallel "$JOBS"
echo "built: gainsay hunt --solver \"z3=$folder/build/z3\" --guide coverage"
