// Kernels that are wrong in their use of the device's heap, one for each number: above each
// stands what is to be found, at a line with the mark.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 64

static int a[N];
static int *list[N];

// finds: out-of-bounds access: store of 4 bytes at .*, 0 bytes behind memory from malloc of 40 bytes .* at .*wrong_heap.c:18
static void one_too_many(void)
{
#pragma omp target
  {
    int *p = malloc(10 * sizeof *p);
    for (int i = 0; i <= 10; i++)
      p[i] = i; /* here */
    free(p);
  }
}

// finds: out-of-bounds access: load of 1 bytes at .*, 1 bytes before memory from malloc of 5 bytes
static void before_the_block(void)
{
#pragma omp target map(tofrom: a)
  {
    char *p = calloc(5, 1);
    a[0] = p[a[0] - 1]; /* here */
    free(p);
  }
}

// finds: out-of-bounds access: load of 4 bytes at .*, 4 bytes into memory from malloc of 8 bytes .* which was freed at
static void used_after_free(void)
{
#pragma omp target map(tofrom: a)
  {
    struct node { int v, w; } *p = malloc(sizeof *p);
    p->v = p->w = a[1];
    free(p);
    a[0] = p->w; /* here */
  }
}

// finds: out-of-bounds access: store of .* which was freed at
static void used_after_free_and_malloc(void)
{
#pragma omp target map(tofrom: a)
  {
    int *p = malloc(48);
    free(p);
    int *q = malloc(48);
    q[0] = 1;
    p[0] = 2; /* here */
    a[0] = q[0];
    free(q);
  }
}

// finds: out-of-bounds access: load of .* which was freed at
static void old_pointer_of_realloc(void)
{
#pragma omp target map(tofrom: a)
  {
    int *p = malloc(16), *first = p;
    p[0] = 7;
    p = realloc(p, 4096);
    a[0] = *first; /* here */
    free(p);
  }
}

// finds: read of uninitialised memory: 4 bytes at .*, 12 bytes into memory from malloc of 64 bytes
static void never_set(void)
{
#pragma omp target map(tofrom: a)
  {
    int *p = malloc(16 * sizeof *p), s = 0;
    for (int i = 0; i < 16; i++)
      if (i != 3)
        p[i] = i;
    for (int i = 0; i < 16; i++)
      s += p[i]; /* here */
    a[0] = s;
    free(p);
  }
}

// finds: read of uninitialised memory: 4 bytes at .*, 40 bytes into memory from malloc of 80 bytes
static void grown_and_never_set(void)
{
#pragma omp target map(tofrom: a)
  {
    int *p = calloc(10, sizeof *p);
    p = realloc(p, 20 * sizeof *p);
    if (p[10]) /* here */
      a[0] = 1;
    free(p);
  }
}

// finds: invalid free: 0x.* is freed twice: it is 0 bytes into memory from malloc of 24 bytes .*, which was freed at
static void freed_twice(void)
{
#pragma omp target
  {
    char *p = malloc(24);
    free(p);
    free(p); /* here */
  }
}

// finds: invalid free: 0x.* is not an address that malloc has given: it is 4 bytes into memory from malloc
static void freed_in_the_middle(void)
{
#pragma omp target
  {
    int *p = malloc(40);
    for (*p++ = 1; p[-1] < 1; p++)
      ;
    free(p); /* here */
  }
}

// finds: invalid free: 0x.* is not an address that malloc has given: it is 0 bytes into an allocation of 256 bytes
static void frees_what_is_mapped(void)
{
#pragma omp target map(tofrom: a)
  free(a); /* here */
}

// finds: invalid free: 0x.* is not an address that malloc of the device has given
static void frees_a_local(void)
{
#pragma omp target parallel num_threads(2) map(tofrom: a)
  {
    int mine[4] = {omp_get_thread_num()};
    a[omp_get_thread_num()] = mine[0];
    if (mine[0] == 1)
      free(mine); /* here */
  }
}

// finds: invalid free: 0x.* is freed twice
static void freed_by_two_kernels(void)
{
#pragma omp target map(from: list)
  list[0] = malloc(100);
  for (int i = 0; i < 2; i++)
#pragma omp target map(to: list)
    free(list[0]); /* here */
}

// finds: out-of-bounds access: .* memory from malloc of 16 bytes .* which was freed
static void freed_by_another_kernel(void)
{
#pragma omp target teams distribute parallel for map(from: list)
  for (int i = 0; i < N; i++)
    list[i] = calloc(4, sizeof(int));
#pragma omp target map(to: list)
  free(list[40]);
#pragma omp target teams distribute parallel for map(to: list)
  for (int i = 0; i < N; i++)
    list[i][1]++; /* here */
}

// finds: data race: free of .* is not ordered with the (write|read) by thread
static void freed_too_early(void)
{
#pragma omp target
  {
    int *p = malloc(128 * sizeof *p);
#pragma omp parallel num_threads(128)
    {
      p[omp_get_thread_num()] = 1;
      if (omp_get_thread_num() == 0)
        free(p); /* here */
    }
  }
}

// finds: data race: (read|write) of .* bytes into memory from malloc
static void shared_block(void)
{
#pragma omp target
  {
    int *p = calloc(128, sizeof *p);
#pragma omp parallel num_threads(128)
    p[omp_get_thread_num()] = p[(omp_get_thread_num() + 1) % 128]; /* here */
    free(p);
  }
}

// finds: out-of-bounds access: .* 0 bytes behind memory from malloc of 0 bytes
static void nothing_asked_for(void)
{
#pragma omp target map(tofrom: a)
  {
    char *p = malloc(a[0]);
    p[0] = 1; /* here */
    free(p);
  }
}

// finds: out-of-bounds access: store of 4 bytes at .*, 0 bytes behind memory from malloc of 512 bytes
static void behind_the_aligned(void)
{
#pragma omp target
  {
    int *p = aligned_alloc(512, 512);
    for (int i = 0; i < 129; i++)
      p[i] = 0; /* here */
    free(p);
  }
}

// finds: out-of-bounds access: .* 0 bytes behind memory from malloc of 5 bytes
static void no_room_for_the_end(void)
{
#pragma omp target map(tofrom: a)
  {
    static const char text[] = "hello";
    char *p = malloc(strlen(text));
    strcpy(p, text); /* here */
    a[0] = p[0];
    free(p);
  }
}

static void (*const all[])(void) = {
    one_too_many, before_the_block, used_after_free, used_after_free_and_malloc, old_pointer_of_realloc, never_set, grown_and_never_set, freed_twice,
    freed_in_the_middle, frees_what_is_mapped, frees_a_local, freed_by_two_kernels, freed_by_another_kernel, freed_too_early, shared_block,
    nothing_asked_for, behind_the_aligned, no_room_for_the_end,
};

int main(int argc, char **argv)
{
  unsigned n = argc > 1 ? atoi(argv[1]) : 99;
  if (n >= sizeof all / sizeof *all)
    return 3;
  all[n]();
  puts("nothing found");
  return 0;
}
