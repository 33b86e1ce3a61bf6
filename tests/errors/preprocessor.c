// Errors of the preprocessor beside those of C and of directives: the text that is left is analysed.
#include <stdio.h>

#define N 4

// wrong
#error "no such platform"

// wrong
#if N +
int never;
#endif

// wrong
#if defined(
#endif

// wrong
#if 1 / 0
#endif

// wrong
#if N = 4
#endif

// wrong
#ifdef
#endif

// wrong
#define OPEN(x x

// wrong
#define TWICE(a, a) 1

// wrong
#define TEXT(a) #b

// wrong
#define GLUE(a) ## a

// wrong
#define 3

// wrong
#undef

// wrong
#include

// wrong
#line "a"

// wrong
#elif 1

// wrong
#else

// wrong
#endif

// wrong
#nonsense

// wrong
#pragma omp declare target(absent)

int counts[N];

// wrong
int broken = missing_name;

void directives(int n, float *x) {
// wrong
#pragma omp parallel for schedule(wrong)
  for (int i = 0; i < n; i++)
    x[i] += i;

// wrong
#pragma omp target map(tofrom: nope)
  {
    x[0]++;
  }

// wrong
#pragma omp parallel for
  while (n > 0)
    n--;

// wrong
#pragma omp paralel
  x[0]++;

// wrong
  undeclared += n;

// wrong
  return n +;
}

int right(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

// wrong
#ifdef NEVER
int end;
