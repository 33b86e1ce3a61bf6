# 1 "constructs.c"
# 1 "<ompcc>" 1 3
static __ompcc_unit_t __ompcc_unit;
static const __ompcc_item_t __ompcc_i_0[] = {
  {"x[0:n]", "const double *", 0, 0x98201, -1, 6, 74, 3, 0},
  {"y[0:n]", "const double *", 0, 0x98201, -1, 6, 82, 1, 0},
  {"s", "double", 0, 0x303, -1, 6, 63, -2, 0},
  {"n", "int", 2, 0x300, -1, 7, 23, -2, 0},
};
static const unsigned __ompcc_s_0[] = {8, 8, 8, 4};
static __ompcc_kernel_t __ompcc_k_0 = {"__ompcc_k_constructs_c_dot_l6", 0x1e, 4, __ompcc_s_0, 0, 0, 0, {0, 0}};
static const __ompcc_construct_t __ompcc_c_0 = {1, 1, {"constructs.c", "dot", 6, 13}, "omp target teams distribute parallel for reduction(+: s) map(to: x[0:n], y[0:n])", 4, __ompcc_i_0, &__ompcc_k_0, &__ompcc_unit};
static const __ompcc_item_t __ompcc_i_1[] = {
  {"p[0:n]", "double *", 0, 0x18003, -1, 14, 37, 0, 0},
  {"p", "pointer", 1, 0x0, -1, 14, 37, 1, 0},
  {"p", "double *", 5, 0x0, -1, 14, 60, -1, 0},
};
static const __ompcc_construct_t __ompcc_c_1 = {1, 5, {"constructs.c", "data", 14, 13}, "omp target data map(tofrom: p[0:n]) use_device_ptr(p) if(!host)", 3, __ompcc_i_1, 0, &__ompcc_unit};
static const __ompcc_item_t __ompcc_i_2[] = {
  {"p[0:n]", "double *", 0, 0x18001, -1, 16, 39, 0, 0},
  {"p", "pointer", 1, 0x0, -1, 16, 39, 0, 0},
};
static const __ompcc_construct_t __ompcc_c_2 = {1, 2, {"constructs.c", "data", 16, 13}, "omp target enter data map(to: p[0:n]) nowait depend(out: p[0])", 2, __ompcc_i_2, 0, &__ompcc_unit};
static const __ompcc_item_t __ompcc_i_3[] = {
  {"p[0:n]", "double *", 0, 0x8002, -1, 17, 32, 0, 0},
};
static const __ompcc_construct_t __ompcc_c_3 = {1, 4, {"constructs.c", "data", 17, 13}, "omp target update from(p[0:n]) depend(in: p[0])", 1, __ompcc_i_3, 0, &__ompcc_unit};
static const __ompcc_item_t __ompcc_i_4[] = {
  {"p[0:n]", "double *", 0, 0x18008, -1, 18, 42, 0, 0},
};
static const __ompcc_construct_t __ompcc_c_4 = {1, 3, {"constructs.c", "data", 18, 13}, "omp target exit data map(delete: p[0:n])", 1, __ompcc_i_4, 0, &__ompcc_unit};
# 1 "constructs.c" 2
extern int omp_get_max_teams(void);
static __attribute__((unused)) int __ompcc_max_teams(void) { return omp_get_max_teams(); }

# 1 "constructs.c"
# 1 "<built-in>" 1
# 1 "<built-in>" 3
# N "<built-in>" 3
# 1 "<command line>" 1
# 1 "<built-in>" 2
# 1 "constructs.c" 2
extern void work(double *);

double dot(int n, const double *x, const double *y)
{
  double s = 0;
{
__ompcc_launch_t __ompcc_l_0 = {(-2147483647L - 1), 0x6, 0, 0, 0, 0, 0, (unsigned long)(((0) < (n) ? ((unsigned long)((n) - (0)) - 1) / (unsigned long)(1) + 1 : 0ul))};
__ompcc_arg_t __ompcc_a_0[4] = {
  {(void *)(x), (void *)((char *)&x[0]), (unsigned long)(n) * sizeof(x[0])},
  {(void *)(y), (void *)((char *)&y[0]), (unsigned long)(n) * sizeof(y[0])},
  {(void *)&(s), (void *)((char *)&(s)), sizeof(s)},
  {(void *)&n, (void *)&n, sizeof(n)},
};
if (!__ompcc_target(&__ompcc_c_0, &__ompcc_l_0, __ompcc_a_0)) {
__ompcc_host_region();
#pragma omp task default(shared)
{
{
extern int sched_yield(void);
int __ompcc_l1 = 0;
__typeof__(s) __ompcc_o2;
__builtin_memcpy((void *)&__ompcc_o2, (const void *)&s, sizeof s);
#pragma omp target if(0) defaultmap(tofrom: scalar) defaultmap(tofrom: pointer) defaultmap(tofrom: aggregate)
#pragma omp teams num_teams(__ompcc_max_teams()) shared(__ompcc_l1, __ompcc_o2, s)
{
__typeof__(s) __ompcc_p3;
{
__typeof__(s) *const __ompcc_q4 = &s;
__typeof__(*__ompcc_q4) s;
__builtin_memcpy((void *)&s, (void *)&__ompcc_o2, sizeof(s));
#pragma omp parallel if(0) reduction(+ : s)
{ __builtin_memcpy((void *)&__ompcc_p3, (void *)&s, sizeof(s)); }
__builtin_memcpy((void *)&s, (void *)&__ompcc_p3, sizeof(s));
#pragma omp distribute parallel for reduction(+: s)
for (int i = 0; i < n; i++)
    s += x[i] * y[i];

__builtin_memcpy((void *)&__ompcc_p3, (void *)&s, sizeof(s));
}
while (__sync_lock_test_and_set(&__ompcc_l1, 1)) sched_yield();
#pragma omp parallel if(0) reduction(+ : s)
{ __builtin_memcpy((void *)&s, (void *)&__ompcc_p3, sizeof(s)); }
__sync_lock_release(&__ompcc_l1);
}
}
}
__ompcc_target_host_end(&__ompcc_c_0, &__ompcc_l_0);
}
}
  return s;
}

void data(int n, double *p, int host)
{
{
__ompcc_launch_t __ompcc_l_1 = {((!host)) ? (-2147483647L - 1) : -2147483647L, 0x0, 0, 0, 0, 0, 0, 0};
__ompcc_arg_t __ompcc_a_1[3] = {{0, 0, 0}};
if (__ompcc_l_1.device != -2147483647L) {
__ompcc_a_1[0].base = (void *)(p); __ompcc_a_1[0].begin = (void *)((char *)&p[0]); __ompcc_a_1[0].size = (unsigned long)(n) * sizeof(p[0]);
__ompcc_a_1[1].base = (void *)&(p); __ompcc_a_1[1].begin = (void *)((char *)&p[0]); __ompcc_a_1[1].size = (unsigned long)(n) * sizeof(p[0]);
}
__ompcc_a_1[2].base = (void *)(p); __ompcc_a_1[2].begin = (void *)((char *)&p[0]); __ompcc_a_1[2].size = 0;
__ompcc_data_begin(&__ompcc_c_1, &__ompcc_l_1, __ompcc_a_1); __asm__ volatile ("");
{
__typeof__(p) p = __ompcc_a_1[2].base;

work(p);
}
__ompcc_data_end(&__ompcc_c_1, &__ompcc_l_1, __ompcc_a_1); __asm__ volatile ("");
}
{
__ompcc_launch_t __ompcc_l_2 = {(-2147483647L - 1), 0x71, 0, 0, 0, 0, 0, 0, __ompcc_target_task(&__ompcc_c_2, 0x71)};
__ompcc_arg_t __ompcc_a_2[2] = {
  {(void *)(p), (void *)((char *)&p[0]), (unsigned long)(n) * sizeof(p[0])},
  {(void *)&(p), (void *)((char *)&p[0]), (unsigned long)(n) * sizeof(p[0])},
};
#pragma omp task default(shared) firstprivate(__ompcc_l_2, __ompcc_a_2, p) depend(out: p[0])
{
__ompcc_enter_data(&__ompcc_c_2, &__ompcc_l_2, __ompcc_a_2); __asm__ volatile ("");
}
}
{
__ompcc_launch_t __ompcc_l_3 = {(-2147483647L - 1), 0x30, 0, 0, 0, 0, 0, 0, __ompcc_target_task(&__ompcc_c_3, 0x30)};
__ompcc_arg_t __ompcc_a_3[1] = {
  {(void *)((char *)&p[0]), (void *)((char *)&p[0]), (unsigned long)(n) * sizeof(p[0])},
};
#pragma omp task default(shared) firstprivate(__ompcc_l_3, __ompcc_a_3, p) if(0) depend(in: p[0])
{
__ompcc_update(&__ompcc_c_3, &__ompcc_l_3, __ompcc_a_3); __asm__ volatile ("");
}
}
{
__ompcc_launch_t __ompcc_l_4 = {(-2147483647L - 1), 0x0, 0, 0, 0, 0, 0, 0};
__ompcc_arg_t __ompcc_a_4[1] = {
  {(void *)(p), (void *)((char *)&p[0]), (unsigned long)(n) * sizeof(p[0])},
};
__ompcc_exit_data(&__ompcc_c_4, &__ompcc_l_4, __ompcc_a_4); __asm__ volatile ("");
}
}


static int counter;
int next(void) { static int calls;
static const __ompcc_global_t __ompcc_lg_1 = {"__ompcc_s_constructs_c_next_calls", (void *)&calls, 4, 0, "constructs.c", 23};
static __ompcc_unit_t __ompcc_lu_1 = {1, 0, 1, 0, "constructs.c", 0, &__ompcc_lg_1};
static __ompcc_unit_t *__ompcc_le_1 __attribute__((used, retain, section("ompcc_units"))) = &__ompcc_lu_1;
 return ++calls + counter; }


# 1 "<ompcc>" 3
static __ompcc_kernel_t *__ompcc_kernels[] = {&__ompcc_k_0};
static const __ompcc_global_t __ompcc_globals[] = {
  {"__ompcc_s_constructs_c_counter", (void *)&counter, 4, 0, "constructs.c", 22},
};
static __ompcc_unit_t __ompcc_unit = {1, 1, 1, 0x0, "constructs.c", __ompcc_kernels, __ompcc_globals};
static __ompcc_unit_t *__ompcc_unit_entry __attribute__((used, retain, section("ompcc_units"))) = &__ompcc_unit;
