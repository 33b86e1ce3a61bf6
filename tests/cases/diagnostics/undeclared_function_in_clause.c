void f(int *a, int n) {
#pragma omp target teams num_teams(teams_for(n)) device(pick(n)) map(tofrom: a[0:count(n)])
  a[0] = n;
#pragma omp parallel num_threads(half(n)) if(parallel: worth(n))
  ;
}
