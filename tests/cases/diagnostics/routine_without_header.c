int main(void) {
  int x = 0;
#pragma omp target map(tofrom: x)
  x = omp_get_num_teams();
  return x;
}
