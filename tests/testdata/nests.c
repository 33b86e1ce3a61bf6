// One loop, shared out among the threads of all teams, in the ways that programs write it.
static const int m = 3;

void combined(int n, double a, double *x, double *y) {
  #pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
void combined_braces(int n, double a, double *x, double *y) {
  #pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
  {
    #pragma omp teams
    {
      #pragma omp distribute parallel for
      for (int i = 0; i < n; i++) y[i] += a * x[i];
    }
  }
}
void combined_target_teams(int n, double a, double *x, double *y) {
  #pragma omp target teams map(to: x[0:n]) map(tofrom: y[0:n])
  {
    #pragma omp distribute parallel for
    for (int i = 0; i < n; i++) y[i] += a * x[i];
  }
}
void combined_separate(int n, double a, double *x, double *y) {
  #pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
  #pragma omp teams
  #pragma omp distribute parallel for
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
void combined_loop(int n, double a, double *x, double *y) {
  #pragma omp target teams map(to: x[0:n]) map(tofrom: y[0:n])
  {
    #pragma omp loop
    for (int i = 0; i < n; i++) y[i] += a * x[i];
  }
}
void combined_local(int n, double a, double *x, double *y) {
  #pragma omp target teams map(to: x[0:n]) map(tofrom: y[0:n])
  {
    double b = a;
    const double *from = x;
    {
      #pragma omp distribute parallel for
      for (int i = 0; i < n; i++) y[i] += b * from[i];
    }
  }
}

double sum(int n, double *x, double *y) {
  double s = 0;
  #pragma omp target teams distribute parallel for reduction(+: s) map(to: x[0:n], y[0:n])
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}
double sum_teams(int n, double *x, double *y) {
  double s = 0;
  #pragma omp target map(tofrom: s) map(to: x[0:n], y[0:n])
  #pragma omp teams reduction(+: s)
  {
    #pragma omp distribute parallel for reduction(+: s)
    for (int i = 0; i < n; i++) s += x[i] * y[i];
  }
  return s;
}

void rows(int n, double a, double *x, double *y) {
  #pragma omp target teams distribute map(to: x[0:n*m]) map(tofrom: y[0:n*m])
  for (int i = 0; i < n; i++) {
    #pragma omp parallel for
    for (int j = 0; j < m; j++) y[i * m + j] += a * x[i * m + j];
  }
}
void rows_braces(int n, double a, double *x, double *y) {
  #pragma omp target map(to: x[0:n*m]) map(tofrom: y[0:n*m])
  {
    #pragma omp teams
    {
      #pragma omp distribute
      for (int i = 0; i < n; i++) {
        #pragma omp parallel
        {
          #pragma omp for
          for (int j = 0; j < m; j++) y[i * m + j] += a * x[i * m + j];
        }
      }
    }
  }
}

void one(int n, double a, double *x, double *y) {
  #pragma omp target parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
void one_braces(int n, double a, double *x, double *y) {
  #pragma omp target map(to: x[0:n]) map(tofrom: y[0:n])
  {
    #pragma omp parallel
    {
      #pragma omp for
      for (int i = 0; i < n; i++) y[i] += a * x[i];
    }
  }
}
void one_teams(int n, double a, double *x, double *y) {
  #pragma omp target teams num_teams(1) map(to: x[0:n]) map(tofrom: y[0:n])
  #pragma omp parallel
  {
    #pragma omp for
    for (int i = 0; i < n; i++) y[i] += a * x[i];
  }
}
