# -x, -include, -D, -U, -I, @file, -, -std, and -E.
cp saxpy.c saxpy.txt
$OMPCC -x c saxpy.txt -x none -o a; expect "$(./a)" "6 0"
$OMPCC -x c - -I. -o a < saxpy.c; expect "$(./a)" "6 0"
mkdir sub; mv config.h sub
$OMPCC -Isub -DN=7 saxpy.c -o a; expect "$(./a)" "6 0"
echo '#define A 3' > early.h
: > empty.h; mkdir none; cp empty.h none/config.h
$OMPCC -include early.h -Inone saxpy.c -o a; expect "$(./a)" "8 0"
$OMPCC -UA -D A=4 -I none saxpy.c -o a; expect "$(./a)" "10 0"
printf '%s\n' '-Isub "-DN=50"' '-o from_file' > args
$OMPCC @args saxpy.c; expect "$(./from_file)" "6 0"
$OMPCC -E -Isub saxpy.c > saxpy.i
$OMPCC saxpy.i -o a; expect "$(./a)" "6 0"
for std in c11 gnu11 c17 gnu17; do $OMPCC -std=$std -pthread -Wall -Wextra -Isub saxpy.c -o a; expect "$(./a)" "6 0"; done
for o in -O0 -O1 -O2 -O3 -Os -Ofast; do $OMPCC $o -Isub saxpy.c -o a; expect "$(./a)" "6 0"; done
$OMPCC -g -fno-strict-aliasing -m64 -march=x86-64 -Isub saxpy.c -Wl,-z,now -lm -o a; expect "$(./a)" "6 0"
$OMPCC -S -Isub saxpy.c; $OMPCC saxpy.s -o a; expect "$(./a)" "6 0"
$OMPCC -S -Isub saxpy.c -o - | grep -q __ompcc_target
$OMPCC -fsyntax-only -Isub saxpy.c
