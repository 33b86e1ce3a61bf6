// A function that the region calls follows a pointer member that nothing maps.
typedef struct {
  int n;
  double *data, *other;
} vec;

static double at(const vec *v, int i) { return v->data[i]; }
static double sum(const vec *v) {
  double s = 0;
  for (int i = 0; i < v->n; i++)
    s += at(v, i);
  return s;
}
static double first(vec v) { return v.other[0]; }
static void own(vec *v) {
  double local[1] = {v->n};
  v->data = local;
  v->data[0] = 1;
}

double total(vec v) {
  double s;
#pragma omp target map(to: v) map(from: s)
  s = sum(&v) + first(v);
  return s;
}

void behind(vec *v) {
#pragma omp target map(tofrom: v[0:1])
  v->n = (int)sum(v);
}

void set(vec v) {
#pragma omp target map(to: v)
  own(&v);
}
