# What build systems and users do to a compiler beside compiling.
cc=${OMPCC_CC:-$($OMPCC --version | sed -n 's/^host compiler: //p')}
number=$($cc -dumpfullversion 2>/dev/null || $cc -dumpversion)
# Meson takes the first version in the first line, outside of parentheses.
$OMPCC --version | head -1 | grep -q "$number.*(ompcc [0-9.]*)\$"
case $cc in *gcc*) $OMPCC --version | grep -q 'Free Software Foundation';; *) $OMPCC --version | head -1 | grep -q clang;; esac
! OMPCC_CC=/no/such/gcc $OMPCC --version 2> log || exit 1; grep -q "cannot run the host compiler" log
# An old LLVM is refused with its version.
mkdir -p old/bin && printf '#!/bin/sh\necho 14.0.6\n' > old/bin/clang && chmod +x old/bin/clang
! OMPCC_LLVM=$PWD/old $OMPCC -c saxpy.c 2> log || exit 1; grep -q 'OMPCC_LLVM names LLVM 14; ompcc needs LLVM 17 or newer' log
# Temporary files go with the command that a signal ends, and so do its programs.
mkdir tmp && printf '#!/bin/sh\ncase "$*" in *version*) echo 12.2.0; exit;; *" -E "*|"-E "*) exec gcc "$@";; esac\necho $$ > running\nexec sleep 60\n' > slow-gcc && chmod +x slow-gcc
for signal in INT TERM HUP; do
  rm -f running
  env TMPDIR=$PWD/tmp OMPCC_CC=$PWD/slow-gcc "$OMPCC" -c saxpy.c -o slow.o 2>/dev/null &
  compiler=$!
  until [ -s running ]; do sleep 0.05; done
  [ -n "$(ls tmp)" ]
  case $signal in INT) kill -HUP $compiler;; *) kill -$signal $compiler;; esac # INT is ignored in the background
  wait $compiler && exit 1
  expect "$(ls tmp)" ""
  until ! kill -0 "$(cat running)" 2>/dev/null; do sleep 0.05; done
done
# Files with a stray null byte, and -fdirectives-only.
{ printf '/* a null byte: \0 */\n'; cat saxpy.c; } > null.c
$OMPCC -w null.c -o null; expect "$(./null)" "6 0"
$OMPCC -fdirectives-only saxpy.c -o a; expect "$(./a)" "6 0"
# A compilation database has the command as it was given, with each host compiler.
$OMPCC -MJ entry.json -O1 -c saxpy.c -o x.o; $OMPCC -MJ entry.json -O1 saxpy.c -o x
expect "$(grep -c '"file":"saxpy.c","output":"[^"]*","arguments":\["[^"]*ompcc","-MJ","entry.json","-O1",.*\]},$' entry.json)" 2
