int main(void) {
  int x = 0;
#pragma omp target map(x)
  {
    if (x)
      goto end;
    x = 1;
  end:
#pragma omp barrier
  }
}
