// flags: -fopenmp-version=60
// An unroll directive that another directive applies generates loops only with partial, too.
int main(void) {
  int a[16];
#pragma omp tile sizes(4) apply(intratile: unroll full apply(nothing))
  for (int i = 0; i < 16; i++)
    a[i] = i;
#pragma omp tile sizes(4) apply(intratile: unroll partial(2) apply(nothing))
  for (int i = 0; i < 16; i++)
    a[i] = i;
}
