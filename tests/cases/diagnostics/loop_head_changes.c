// The head of a loop changes what its bound or step is made of.
int main(void) {
  int n = 10, k = 1, s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n--; i++)
    s += i;
#pragma omp target teams distribute parallel for reduction(+ : s)
  for (int i = 0; i < n; i += k++)
    s += i;
  return s;
}
