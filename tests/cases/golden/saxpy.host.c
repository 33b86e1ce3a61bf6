# 1 "saxpy.c"
# 1 "<ompcc>" 1 3
static __ompcc_unit_t __ompcc_unit;
static const __ompcc_item_t __ompcc_i_0[] = {
  {"x[0:n]", "const float *", 0, 0x98201, -1, 3, 58, 2, 0},
  {"y[0:n]", "float *", 0, 0x18203, -1, 3, 78, 0, 0},
  {"n", "int", 2, 0x300, -1, 4, 23, 1, 0},
  {"a", "float", 2, 0x300, -1, 5, 13, -3, 0},
};
static const unsigned __ompcc_s_0[] = {8, 8, 4, 4};
static __ompcc_kernel_t __ompcc_k_0 = {"__ompcc_k_saxpy_c_saxpy_l3", 0xe, 4, __ompcc_s_0, 0, 0, 0, {0, 0}};
static const __ompcc_construct_t __ompcc_c_0 = {1, 1, {"saxpy.c", "saxpy", 3, 13}, "omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])", 4, __ompcc_i_0, &__ompcc_k_0, &__ompcc_unit};
# 1 "saxpy.c" 2
extern int omp_get_max_teams(void);
static __attribute__((unused)) int __ompcc_max_teams(void) { return omp_get_max_teams(); }

# 1 "saxpy.c"
# 1 "<built-in>" 1
# 1 "<built-in>" 3
# N "<built-in>" 3
# 1 "<command line>" 1
# 1 "<built-in>" 2
# 1 "saxpy.c" 2
void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
{
__ompcc_launch_t __ompcc_l_0 = {(-2147483647L - 1), 0x6, 0, 0, 0, 0, 0, (unsigned long)(((0) < (n) ? ((unsigned long)((n) - (0)) - 1) / (unsigned long)(1) + 1 : 0ul))};
__ompcc_arg_t __ompcc_a_0[4] = {
  {(void *)(x), (void *)((char *)&x[0]), (unsigned long)(n) * sizeof(x[0])},
  {(void *)(y), (void *)((char *)&y[0]), (unsigned long)(n) * sizeof(y[0])},
  {(void *)&n, (void *)&n, sizeof(n)},
  {(void *)&a, (void *)&a, sizeof(a)},
};
if (!__ompcc_target(&__ompcc_c_0, &__ompcc_l_0, __ompcc_a_0)) {
__ompcc_host_region();
#pragma omp task default(shared)
{
#pragma omp target if(0) defaultmap(tofrom: scalar) defaultmap(tofrom: pointer) defaultmap(tofrom: aggregate)
#pragma omp teams distribute parallel for num_teams(__ompcc_max_teams())
for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
__ompcc_target_host_end(&__ompcc_c_0, &__ompcc_l_0);
}
}
}

# 1 "<ompcc>" 3
static __ompcc_kernel_t *__ompcc_kernels[] = {&__ompcc_k_0};
static __ompcc_unit_t __ompcc_unit = {1, 1, 0, 0x0, "saxpy.c", __ompcc_kernels, 0};
static __ompcc_unit_t *__ompcc_unit_entry __attribute__((used, retain, section("ompcc_units"))) = &__ompcc_unit;
