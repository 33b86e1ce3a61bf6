// Kernels that are wrong in their use of memory, numbers and functions, one for each number:
// above each stands what is to be found, at a line with the mark.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1024

static int a[N], b[N];
static double d[N];

typedef float float4 __attribute__((vector_size(16)));

// finds: out-of-bounds access: load of .* bytes behind an allocation of 4088 bytes
static void second_half(void)
{
  float *p = calloc(1024, sizeof *p), s = 0;
#pragma omp target teams distribute parallel for map(to: p[:1022]) reduction(+: s)
  for (int i = 0; i < 256; i++) {
    float4 v = *(float4 *)(p + 4 * i); /* here */
    s += v[0] + v[3]; /* here */
  }
  free(p);
}

// finds: misaligned access: 8 bytes at
static void packed_double(void)
{
  struct { int n; char data[64]; } x;
  memset(&x, 0, sizeof x);
#pragma omp target map(tofrom: x)
  {
    double *p = (double *)x.data;
    p[x.n + 1] = 2; /* here */
  }
}

// finds: misaligned access: 16 bytes at
static void odd_vector(void)
{
  float *p = calloc(64, sizeof *p);
#pragma omp target map(tofrom: p[:64])
  *(float4 *)(p + 2) = (float4){1, 2, 3, 4}; /* here */
  free(p);
}

// finds: stack overflow
static void large_array(void)
{
  int n = 200000;
#pragma omp target teams distribute parallel for map(tofrom: a) firstprivate(n) /* here */
  for (int i = 0; i < 4; i++) {
    volatile int x[200000];
    x[n - 1 - i] = 1;
    a[i] = x[n - 1 - i];
  }
}

// finds: out-of-bounds access: .* which was freed
static void after_exit_data(void)
{
  int *p = calloc(64, sizeof *p), *q;
#pragma omp target enter data map(to: p[:64])
#pragma omp target data use_device_ptr(p)
  q = p;
#pragma omp target exit data map(delete: p[:64])
#pragma omp target is_device_ptr(q)
  q[3] = 4; /* here */
  free(p);
}

// finds: read of uninitialised memory: 4 bytes at .* of shared memory, were never written
static void unset_shared(void)
{
#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: a)
  {
    int tile[64];
#pragma omp parallel num_threads(64)
    {
      int t = omp_get_thread_num();
      if (t != 17)
        tile[t] = t;
#pragma omp barrier
      a[t] = tile[63 - t]; /* here */
    }
  }
}

// finds: printf: the 1st argument, printed with %s, is no string
static void format_of_number(void)
{
#pragma omp target teams distribute parallel for map(to: b)
  for (int i = 0; i < 64; i++)
    if (i == 33)
      printf("element %s\n", (char *)(uintptr_t)b[i]); /* here */
}

// finds: integer division by zero
static void divide(void)
{
#pragma omp target teams distribute parallel for map(tofrom: a) map(to: b)
  for (int i = 0; i < N; i++)
    a[i] = 100 / (b[i] - 500); /* here */
}

// finds: integer division by zero
static void remainder_of(void)
{
  unsigned long m = 0;
#pragma omp target map(tofrom: a) firstprivate(m)
  a[0] = 17ul % m; /* here */
}

// finds: call of a null function pointer
static void null_function(void)
{
  int (*f)(int) = NULL;
#pragma omp target map(tofrom: a) firstprivate(f)
  a[0] = f(3); /* here */
}

static int on_the_host(int x) { return x + a[x]; }

// finds: call of 0x[0-9a-f]+, which is no function of the device: if it is one of the host's
static void host_function(void)
{
  int (*volatile g)(int) = on_the_host;
  uintptr_t bits = (uintptr_t)g;
#pragma omp target map(tofrom: a) firstprivate(bits)
  a[0] = ((int (*)(int))bits)(3); /* here */
}

// finds: printf: the format has a 2nd conversion, for which there is no argument
static void format_of_nothing(void)
{
#pragma omp target map(to: b)
  printf("%d and %d\n", b[3]); /* here */
}

// finds: null pointer dereferenced
static void heap_exhausted(void)
{
#pragma omp target map(tofrom: a)
  {
    char *p = malloc(1ul << 40);
    p[0] = 1; /* here */
  }
}

// finds: out-of-bounds access: .* is in the local memory of thread
static void stack_of_another(void)
{
  int *volatile shared = NULL;
#pragma omp target parallel num_threads(64) map(tofrom: shared, a)
  {
    int mine[4] = {omp_get_thread_num()};
    if (omp_get_thread_num() == 5)
      shared = mine;
#pragma omp barrier
    if (omp_get_thread_num() == 6)
      a[0] = shared[0]; /* here */
#pragma omp barrier
    a[1 + omp_get_thread_num()] = mine[b[0]];
  }
}

// finds: out-of-bounds access: .* 1 bytes? behind an allocation of 8 bytes|out-of-bounds access: .* 0 bytes behind an allocation of 8 bytes
static void no_end(void)
{
  char text[8] = {'n', 'o', ' ', 'e', 'n', 'd', '.', '.'};
#pragma omp target map(to: text) map(tofrom: a)
  {
    int n = 0;
    while (text[n]) /* here */
      n++;
    a[0] = n;
  }
}

static void (*const all[])(void) = {
    second_half, packed_double, odd_vector, large_array, after_exit_data, unset_shared, format_of_number, divide, remainder_of, null_function,
    host_function, format_of_nothing, heap_exhausted, stack_of_another, no_end,
};

int main(int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi(argv[1]) : 99;
  if (n >= sizeof all / sizeof *all)
    return 3;
  for (int i = 0; i < N; i++)
    b[i] = i, d[i] = i;
  all[n]();
  puts("nothing found");
  return 0;
}
