# -shared-libompcc: programs and libraries that share the runtime as a library. The last of the two options counts.
$OMPCC -c -fPIC lib1.c
$OMPCC -c -fPIC lib2.c
$OMPCC -c main.c
$OMPCC -shared -shared-libompcc lib1.o -o lib1.so
$OMPCC -shared -shared-libompcc lib2.o -o lib2.so
$OMPCC -static-libompcc -shared-libompcc -Wl,--as-needed main.o ./lib1.so ./lib2.so -o main
needed() { readelf -d "$1" | grep -c 'NEEDED.*\[libompcc.so.1\]'; }
expect "$(needed main)" 1
expect "$(needed lib1.so)" 1
expect "$(./main)" "46 46 7"
expect "$(OMP_TARGET_OFFLOAD=DISABLED ./main)" "46 46 7"
strip main
[ "$(stat -c %s main)" -le 60000 ]
expect "$(./main)" "46 46 7"

# A library of a host compiler's program is opened, and linked with copies of the runtime around it.
gcc open.c -o plain -ldl
expect "$(./plain)" "46 46"
$OMPCC main.o ./lib1.so ./lib2.so -o static
expect "$(needed static || :)" 0
expect "$(./static)" "46 46 7"
$OMPCC -shared lib2.o -o lib2.so
expect "$(./main)" "46 46 7"
expect "$(./plain)" "46 46"

# The host compiler's OpenMP library precedes the runtime in the program: the library's tasks and routines are the
# runtime's all the same. The program has a tool, a child and another program, and takes signals.
cat > tasks.c <<'END'
#include <omp.h>
#include <signal.h>
static volatile sig_atomic_t handled;
static void handle(int sig) { handled = sig; }
int tasks(void)
{
  int a[3] = {0}, sum = 0, *p = omp_target_alloc(4, omp_get_default_device());
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait depend(out: a) map(tofrom: a)
    for (int i = 0; i < 3; i++) a[i] += i;
#pragma omp target nowait depend(inout: a) map(tofrom: a)
    for (int i = 0; i < 3; i++) a[i] *= 10;
#pragma omp taskwait
    for (int i = 0; i < 3; i++) sum += a[i];
  }
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  omp_target_free(p, omp_get_default_device());
  return sum + (p != 0) + (handled == SIGUSR1);
}
END
cat > caller.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int tasks(void);
int main(int argc, char **argv)
{
  int n = 0, status;
#pragma omp parallel reduction(+: n)
  n += omp_get_initial_device() >= 0;
  if (argc > 1)
    return tasks();
  if (fork() == 0) {
    execl(argv[0], argv[0], "again", (char *)0);
    _exit(1);
  }
  wait(&status);
  printf("%d %d %d\n", n > 0, tasks(), WEXITSTATUS(status));
}
END
link=gcc # the host compiler
[ -n "${OMPCC_CC:-}" ] || link=$($OMPCC --version | sed -n 's/^host compiler: //p')
$OMPCC -shared -fPIC -shared-libompcc tasks.c -o libtasks.so
$link -fopenmp caller.c ./libtasks.so -o caller
expect "$(./caller)" "1 32 32"
cat > tool.c <<'END'
#include <omp-tools.h>
#include <stdio.h>
static int targets;
static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_id_t id, const void *ra)
{
  targets += endpoint == ompt_scope_begin;
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ((ompt_set_callback_t)lookup("ompt_set_callback"))(ompt_callback_target, (ompt_callback_t)on_target);
  return 1;
}
static void finalize(ompt_data_t *data) { printf("%d targets\n", targets); }
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime)
{
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
END
$OMPCC -shared-libompcc caller.c tool.c ./libtasks.so -o caller
expect "$(./caller | tail -2)" "1 32 32
2 targets"

# The installed library is found by the program's own search path, which a folder beside it may precede.
$OMPCC -shared-libompcc main.o lib1.o lib2.o '-Wl,-rpath,$ORIGIN' -o shipped
expect "$(readelf -d shipped | sed -n 's/.*RUNPATH.*\[\([^:]*\):.*/\1/p')" '$ORIGIN'
cp "$(dirname "$(dirname "$OMPCC")")/lib/ompcc/libompcc.so.1" .
expect "$(ldd ./shipped | sed -n 's/.*libompcc.so.1 => \(.*\) (.*/\1/p')" "$PWD/./libompcc.so.1"
expect "$(./shipped)" "46 46 7"
