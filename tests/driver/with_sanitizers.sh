# The host compilers' sanitizers and profiles beside a region on the CPU device: each planted error is found, and a right
# run has no report. OMPCC_CLANG_RT names a resource folder with clang's run-time libraries (libclang-rt-NN-dev), where the
# clang has none in its own; without any, it is gcc alone that is tested. The script names its hosts: # one host
cat >planted.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int shared;
static void *volatile kept;
static void *add(void *p) { shared++; return p; }
__attribute__((noinline)) static void lose(void) { kept = malloc(77); kept = 0; }
int main(int argc, char **argv)
{
  int *p = malloc(10 * sizeof *p), s = 0;
  for (int i = 0; i < 10; i++)
    p[i] = i;
#pragma omp target teams distribute parallel for map(to: p[:10]) map(tofrom: s) reduction(+: s)
  for (int i = 0; i < 10; i++)
    s += p[i];
  switch (argc > 1 ? argv[1][0] : 0) {
  case 'a': s += p[9 + argc]; break;
  case 'u': s += 1 << (30 + argc); break;
  case 'l': lose(); break;
  case 't': {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    shared++;
    pthread_join(t, 0);
  }
  }
  free(p);
  printf("%d\n", s);
  return 0;
}
END
OMP_TARGET_OFFLOAD=MANDATORY; export OMP_TARGET_OFFLOAD
planted() { # planted FLAG ARGUMENT REPORT
  $OMPCC -w -g -O1 -fsanitize=$1 planted.c -o planted
  expect "$1: $(./planted 2>&1)" "$1: 45"
  ./planted $2 >said 2>&1 || true
  grep -q "$3" said || { cat said; exit 1; }
}
sanitizers() {
  planted address,undefined a 'ERROR: AddressSanitizer: heap-buffer-overflow'
  planted undefined u 'planted.c:18:.*runtime error: \(left \)\{0,1\}shift'
  planted leak l 'SUMMARY: .*Sanitizer: 77 byte(s) leaked'
  planted address l 'SUMMARY: .*Sanitizer: 77 byte(s) leaked'
  planted thread t 'WARNING: ThreadSanitizer: data race'
  $OMPCC -w --coverage planted.c -o planted; expect "$(./planted)" 45; rm ./*.gcda
}
export OMPCC_CC=gcc
sanitizers
$OMPCC -w -fprofile-generate planted.c -o planted; expect "$(./planted)" 45
[ -s planted-planted.gcda ]; rm ./*.gcda
OMPCC_CC=$CLANG
OMPCC="$OMPCC ${OMPCC_CLANG_RT:+-resource-dir=$OMPCC_CLANG_RT}"
if [ -d "$($OMPCC -print-resource-dir)/lib" ]; then
  sanitizers
  $OMPCC -w -fprofile-instr-generate planted.c -o planted; expect "$(./planted)" 45; [ -s default.profraw ]
fi
