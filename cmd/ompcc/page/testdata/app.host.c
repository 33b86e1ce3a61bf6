# 1 "app.c"
# 1 "<ompcc>" 1 3
typedef struct { const char *file, *function; unsigned line, column; } __ompcc_loc_t;
typedef struct __ompcc_mapper_s __ompcc_mapper_t;
typedef struct {                      /* one list item, constant */
  const char *name;                   /* as written: "x[0:n]" */
# 1 "app.c" 2
# 1 "<ompcc>" 3
extern int omp_get_max_teams(void);
static __attribute__((unused)) int __ompcc_max_teams(void) { return omp_get_max_teams(); }

# 1 "app.c"
# 1 "app.c"
# 1 "<built-in>" 1
# 1 "<built-in>" 3
# 413 "<built-in>" 3
# 1 "<command line>" 1
# 1 "<built-in>" 2
# 1 "app.c" 2
static double half(double v) { return v / 2; }

void scale(int n, double *y) {
# 4 "app.c" 3
{
# 4 "app.c" 3
__ompcc_launch_t __ompcc_l_0 = {(-2147483647L - 1), 0x6, 0, 0, 0, 0, 0, (unsigned long)(((0) < (n) ? ((unsigned long)((n) - (0)) - 1) / (unsigned long)(1) + 1 : 0ul))};
__ompcc_arg_t __ompcc_a_0[2] = {
  {(void *)(y), (void *)((char *)&y[0]), (unsigned long)(n) * sizeof(y[0])},
  {(void *)&n, (void *)&n, sizeof(n)},
};
# 4 "app.c" 3
if (!__ompcc_target(&__ompcc_c_0, &__ompcc_l_0, __ompcc_a_0)) {
# 4 "app.c" 3
__ompcc_host_region();
#pragma omp task default(shared)
{
#pragma omp target if(0) defaultmap(tofrom: scalar) defaultmap(tofrom: pointer) defaultmap(tofrom: aggregate)
#pragma omp teams distribute parallel for num_teams(__ompcc_max_teams())
# 5 "app.c"
  for (int i = 0; i < n; i++)
    y[i] = half(y[i]) + 1;
# 6 "app.c" 3
}
__ompcc_target_host_end(&__ompcc_c_0, &__ompcc_l_0);
}
}
# 7 "app.c"
}

# 1 "<ompcc>" 3
static __ompcc_kernel_t *__ompcc_kernels[] = {&__ompcc_k_0};
static __ompcc_unit_t __ompcc_unit = {1, 1, 0, 0x0, "app.c", __ompcc_kernels, 0};
static __ompcc_unit_t *__ompcc_unit_entry __attribute__((used, retain, section("ompcc_units"))) = &__ompcc_unit;
