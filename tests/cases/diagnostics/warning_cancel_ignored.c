// What devices do not cancel (OpenMP 5.2 §16.1); what they do, and the host, is silent.
int search(const int *a, int n)
{
  int found = 0;
#pragma omp target parallel map(to: a[0:n]) map(tofrom: found)
  {
#pragma omp for reduction(|: found)
    for (int i = 0; i < n; i++) {
      found |= a[i] == 7;
#pragma omp cancel for if (found)
    }
#pragma omp cancel parallel if (found)
#pragma omp cancellation point parallel
#pragma omp single
    found += 2;
  }
#pragma omp target map(tofrom: found)
#pragma omp taskloop shared(found)
  for (int i = 0; i < 4; i++) {
#pragma omp atomic
    found++;
#pragma omp cancel taskgroup
  }
#pragma omp parallel
  {
#pragma omp cancel parallel if (found)
  }
  return found;
}
