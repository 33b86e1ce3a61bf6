int main(void) {
  int s = 0;
#pragma omp parallel for schedule(monotonic dynamic) reduction(+ : s)
  for (int i = 0; i < 8; i++)
    s += i;
  return s;
}
