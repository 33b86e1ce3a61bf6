int main(void)
{
  int n = 4, r = 0;
#pragma omp metadirective when(user={condition(n > 3)}, implementation={extension(match_none)}: parallel for reduction(+: r))
  for (int i = 0; i < n; i++) r += i;
  return r;
}
