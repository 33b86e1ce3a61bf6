// A comma behind the step: y was meant to be an item.
int main(void) {
  int x = 0, y = 0;
#pragma omp simd linear(x : 2, y)
  for (int i = 0; i < 10; i++)
    x += 2, y++;
  return x + y;
}
