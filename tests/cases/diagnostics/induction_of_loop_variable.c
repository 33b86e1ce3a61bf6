// flags: -fopenmp-version=60
int main(void) {
  int i;
#pragma omp parallel for induction(step(2), + : i)
  for (i = 0; i < 10; i++)
    ;
}
