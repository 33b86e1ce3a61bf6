int main(void)
{
  int a[1000], n = 1000;
#pragma omp target map(from: a)
  {
    int i = 0;
    while (i < n) {
      a[i] = i;
      i++;
    }
  }
#pragma omp target map(tofrom: a)
  {
    int i = 0;
    do {
      a[i] *= 2;
      i += 1;
    } while (i < n);
  }
  return a[3];
}
