/* A library that comes and goes. The linker is told to keep it loaded, as it does the host's
 * OpenMP library, so that its variables, here and on the device, keep their values. */
#pragma omp begin declare target
static int calls = START;
static int weight(int i) { return i % 7 + START; }
#pragma omp end declare target

int plugin(int *x, int n)
{
  int before = -1;
#pragma omp target map(tofrom: x[0:n]) map(from: before)
  {
    before = calls++;
    for (int i = 0; i < n; i++)
      x[i] += weight(i);
  }
  return before;
}
