int f(int n) {
  int r = 0;
#pragma omp metadirective when(user={condition(n > 1)}: target map(tofrom: r)) otherwise(nothing)
#pragma omp metadirective when(user={condition(r > 1)}: teams num_teams(2)) otherwise(nothing)
  {
    r += 2;
  }
  return r;
}
