#define NULL ((void *)0)
int a[10], b[10], x, y, n;
struct S { int v; int *p; unsigned f : 3; } s;
void clauses(void) {
#pragma omp target map()
  { }
#pragma omp target map(tofrom:)
  { }
#pragma omp target map(tofroom: a)
  { }
#pragma omp target map(to, from: a)
  { }
#pragma omp target map(always, always, to: a)
  { }
#pragma omp target map(mapper: a)
  { }
#pragma omp target map(mapper(1): a)
  { }
#pragma omp target map(iterator(i=0:n, i=0:2), to: a[i])
  { }
#pragma omp target device
  { }
#pragma omp target device(1, 2)
  { }
#pragma omp target device(ancestor: 2)
  { }
#pragma omp target nowait nowait
  { }
#pragma omp target device(0) map(a) device(1)
  { }
#pragma omp target if(target: x) if(target: y)
  { }
#pragma omp target if(parallel: x)
  { }
#pragma omp target defaultmap(tofrom: scalars)
  { }
#pragma omp target defaultmap(to) defaultmap(from)
  { }
#pragma omp parallel default(shard)
  { }
#pragma omp parallel for schedule(statik)
  for (int i = 0; i < 10; i++) { }
#pragma omp parallel for schedule(runtime, 4)
  for (int i = 0; i < 10; i++) { }
#pragma omp parallel for schedule(monotonic, nonmonotonic: dynamic)
  for (int i = 0; i < 10; i++) { }
#pragma omp parallel reduction(x)
  { }
#pragma omp parallel reduction(+: )
  { }
#pragma omp parallel reduction(plus: x)
  { }
#pragma omp parallel reduction(%: x)
  { }
#pragma omp task depend(a)
  { }
#pragma omp task depend(inn: a)
  { }
#pragma omp parallel private
  { }
#pragma omp parallel private(x,)
  { }
#pragma omp parallel private(,x)
  { }
#pragma omp parallel private(x y)
  { }
#pragma omp parallel proc_bind(near)
  { }
#pragma omp simd safelen(4) simdlen(8)
  for (int i = 0; i < 10; i++) { }
#pragma omp taskloop grainsize(2) num_tasks(2)
  for (int i = 0; i < 10; i++) { }
#pragma omp atomic read write
  x = y;
#pragma omp atomic seq_cst relaxed
  x++;
#pragma omp loop bind(thred)
  for (int i = 0; i < 10; i++) { }
#pragma omp teams num_teams(8:4)
  { }
#pragma omp teams num_teams(0)
  { }
#pragma omp teams thread_limit(1.5)
  { }
#pragma omp parallel for collapse(0)
  for (int i = 0; i < 10; i++) { }
#pragma omp parallel for collapse(n)
  for (int i = 0; i < 10; i++) { }
#pragma omp parallel for schedule(static, 0)
  for (int i = 0; i < 10; i++) { }
#pragma omp parallel for ordered(1) collapse(2)
  for (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++) { }
#pragma omp unroll full partial(2)
  for (int i = 0; i < 10; i++) { }
#pragma omp tile
  for (int i = 0; i < 10; i++) { }
#pragma omp depobj(x)
}
#pragma omp requires
#pragma omp requires unified_adress
#pragma omp requires atomic_default_mem_order(strong)
