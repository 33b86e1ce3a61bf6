// Directives that need arguments in parentheses.
struct S { int n; };
#pragma omp declare reduction
#pragma omp declare induction inductor(omp_var = omp_var + omp_step) collector(omp_step * omp_idx)
#pragma omp declare mapper map(s)
int g(void);
#pragma omp declare variant match(construct={parallel})
int f(void);
int main(void)
{
  return 0;
}
