// gcc: no (gcc-12 has no append_args)
/* OpenMP 5.2 §7.6, §7.5.3: dispatch hands interoperability objects over, also where the file declares their
 * type on its own and includes no omp.h. */
extern int puts(const char *), printf(const char *, ...);

typedef enum omp_interop_t { omp_interop_none, most = __UINTPTR_MAX__ } omp_interop_t;

static int calls, last;

static void with(int x, omp_interop_t o)
{
  calls++;
  last = x;
  (void)o;
}
#pragma omp declare variant(with) match(construct={dispatch}) append_args(interop(target))
static void without(int x) { last = -x; }

int main(void)
{
  omp_interop_t o = omp_interop_none;
  int given, made, both;
#pragma omp interop init(target: o)
#pragma omp dispatch interop(o)
  without(99);
  given = last;
#pragma omp dispatch
  without(98);
  made = last;
#pragma omp dispatch interop(o) depend(inout: given)
  without(97);
  both = last;
#pragma omp interop destroy(o)
  if (calls == 3 && given == 99 && made == 98 && both == 97)
    puts("ok");
  else
    printf("%d calls: %d %d %d\n", calls, given, made, both);
  return 0;
}
