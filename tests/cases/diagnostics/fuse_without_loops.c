// flags: -fopenmp-version=60
// OpenMP 6.0 §11.3, §6.4.2: a sequence is a block that contains loops only.
void f(int n, int *a)
{
#pragma omp fuse
  {
  }
#pragma omp fuse
  {
    int last = n;
    for (int i = 0; i < last; i++)
      a[i]++;
  }
}
