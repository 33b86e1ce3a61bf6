// host directives in a header, in static functions and macros
#define OMP(x) _Pragma(#x)
#define STR(x) #x
#define PRAGMA(x) _Pragma(STR(omp x))
#define TILE(...) PRAGMA(tile sizes(__VA_ARGS__))
#define PFOR OMP(omp parallel for)
static inline int header_sum(int n)
{
  int s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}
static inline int header_scope(void)
{
  int s = 0;
#pragma omp parallel num_threads(3)
#pragma omp scope reduction(+ : s)
  s += 1;
  return s;
}
static inline int header_dev(int n)
{
  int s = 0;
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom: s)
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}
