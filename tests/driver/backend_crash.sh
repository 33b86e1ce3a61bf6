# LLVM's code generators crash over few functions at few levels: the device code is compiled at
# another one then, with a warning. This clang crashes over device code as told.
# one host
real=$($OMPCC -### -o none saxpy.c 2>&1 | sed -n 's/^ *\([^ ]*\)\/clang .*-x ir.*/\1/p' | head -1)
mkdir -p llvm/bin
for p in "$real"/*; do ln -s "$p" llvm/bin/; done
rm llvm/bin/clang
cat >llvm/bin/clang <<EOF
#!/bin/sh
case " \$* " in *" ir "*) for l in \$CRASH; do case " \$* " in *" -O\$l "*)
  echo "PLEASE submit a bug report to https://example.org" >&2
  [ -z "\$WORDS" ] || echo "fatal error: error in backend: \$WORDS" >&2
  echo "3.	Running pass 'Some pass' on function '@f'" >&2
  exit 139 ;;
esac done ;; esac
exec $real/clang "\$@"
EOF
chmod +x llvm/bin/clang
export OMPCC_LLVM=$PWD/llvm OMPCC_CC=gcc
CRASH=2 $OMPCC -O2 saxpy.c -o saxpy 2>says; ./saxpy
grep -q 'crashed on the device code for the CPU device at -O2 (Some pass, in f): compiled at -O1 instead' says
CRASH="1 2" $OMPCC -w -fopenmp-targets=nvptx,amdgcn saxpy.c -o saxpy 2>says; ./saxpy
[ ! -s says ]
rm saxpy
if CRASH="0 1 2 3" $OMPCC -O2 saxpy.c -o saxpy 2>says; then exit 1; fi
expect "$(grep -c 'crashed on the device code for the CPU device (Some pass, in f) at every optimisation level' says)" 1
[ ! -e saxpy ]
CRASH=2 WORDS="Cannot select: t1" $OMPCC -O2 saxpy.c -o saxpy 2>says; ./saxpy
grep -q 'at -O2 (Cannot select: t1): compiled at -O1 instead' says
