// Static structures with addresses whose size is no multiple of a pointer's, and addresses that are not aligned.
#include <stdio.h>
#pragma omp begin declare target
static int twice(int x) { return 2 * x; }
static int numbers[3] = { 1, 2, 3 };
struct __attribute__((packed)) record { char tag; const char *name; int (*f)(int); short n; int *p; };
static struct record records[] = { { 'a', "first", twice, 1, numbers }, { 'b', "second", 0, 2, numbers + 2 } };
static struct { const char *s; int (*f)(int); char c[]; } flexible = { "text", twice, "flex" };
struct __attribute__((packed)) odd { int *p; char c; } odd = { &numbers[1], 'x' }, *podd = &odd;
#pragma omp end declare target
int main(void)
{
  #pragma omp target
  {
    for (int i = 0; i < 2; i++)
      printf("%c %s %d %d %d\n", records[i].tag, records[i].name, records[i].f ? records[i].f(21) : -1, records[i].n, *records[i].p);
    printf("%s %s %d %c %d\n", flexible.s, flexible.c, flexible.f(4), podd->c, *podd->p);
  }
  return 0;
}
