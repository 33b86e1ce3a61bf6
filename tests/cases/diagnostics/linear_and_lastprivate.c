// Linear items have their last value after the loop: no other clause may say so.
int main(void) {
  int x = 0, y = 0;
#pragma omp target parallel for linear(x : 2) lastprivate(x)
  for (int i = 0; i < 10; i++)
    x += 2;
#pragma omp parallel for linear(y : 2) firstprivate(y)
  for (int i = 0; i < 10; i++)
    y += 2;
  return x + y;
}
