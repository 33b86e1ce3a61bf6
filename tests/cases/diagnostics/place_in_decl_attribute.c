// flags: -std=c2x
// gcc: no (gcc-12 has no decl attribute)
// OpenMP 5.2 §3.1: the names that a declaration declares are added to the directive, but its own text keeps its columns.
[[omp::decl(declare_target enter nonsense)]] int a;
[[omp::decl(declare_target nonsense device_type(none))]] int b;
static int c [[omp::decl(allocate align(3))]], d [[omp::decl(allocate
  align(5))]];
[[omp::decl(threadprivate nowait), omp::decl(threadprivat)]] static int e;
[[omp::decl(declare_simd uniform(q))]] int f(int k);
void local(void) {
  int g [[omp::decl(threadprivate)]];
}
#define ALIGN align(6)
static int h [[omp::decl(allocate ALIGN nowait)]];
