#!/bin/sh
# Installs what ompcc needs on Debian and lacks: clang, llvm, lld, libomp and
# libclc of one LLVM version >= 17. Prints nothing to do when all is there.
set -eu

complete() { # is LLVM version $1 installed whole?
  [ -x "/usr/lib/llvm-$1/bin/clang" ] && [ -x "/usr/lib/llvm-$1/bin/opt" ] &&
    [ -x "/usr/lib/llvm-$1/bin/ld.lld" ] && [ -e "/usr/lib/llvm-$1/lib/libomp.so" ] &&
    dpkg -s "libclc-$1" >/dev/null 2>&1
}

packages() { echo "clang-$1 llvm-$1 lld-$1 libomp-$1-dev libclc-$1"; }

for v in $(ls /usr/lib 2>/dev/null | sed -n 's/^llvm-\([0-9]*\)$/\1/p' | sort -rn); do
  if [ "$v" -ge 17 ] && complete "$v"; then
    echo "setup: LLVM $v is installed"
    exit 0
  fi
done

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
for v in $(apt-cache pkgnames clang- | sed -n 's/^clang-\([0-9]*\)$/\1/p' | sort -rn); do
  [ "$v" -ge 17 ] || break
  # shellcheck disable=SC2046
  if apt-cache show $(packages "$v") >/dev/null 2>&1; then
    echo "setup: installing $(packages "$v")"
    # shellcheck disable=SC2046
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $(packages "$v") >/dev/null
    exit 0
  fi
done
echo "setup: the package lists offer no LLVM >= 17 with clang, llvm, lld, libomp and libclc; install one (for example clang-19 llvm-19 lld-19 libomp-19-dev libclc-19)" >&2
exit 1
