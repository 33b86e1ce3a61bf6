// Members that get memory of omp_target_alloc need no map: no warning.
#include <omp.h>
struct particles { int n; float *x; };
static float first(struct particles *p) { return p->x[0]; }
#pragma omp declare target(first)
int main(void)
{
    int d = omp_get_default_device();
    struct particles p = { 100, omp_target_alloc(100 * sizeof(float), d) };
    float sum = 0;
#pragma omp target teams distribute parallel for map(to: p)
    for (int i = 0; i < p.n; i++) p.x[i] = 1;
#pragma omp target map(to: p) map(from: sum)
    sum = first(&p);
    omp_target_free(p.x, d);
    return sum != 1;
}
