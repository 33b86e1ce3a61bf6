// gcc: no (knows no sections of members in depend and affinity clauses)
// OpenMP 5.2 §3.2.5, §15.9.5: sections of members, and of what pointers in parentheses lead to, as
// dependences of host tasks, target tasks and depend objects: those of the same storage meet.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct row {
  int n, cell[16];
};
struct table {
  struct row rows[4], *more;
};

int main(void)
{
  static struct table t;
  struct table *p = &t;
  int i = 2, after = 0;
  omp_depend_t d;
  t.more = calloc(2, sizeof *t.more);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: p->rows[i].cell[0:16])
    t.rows[2].cell[0] = 1;
#pragma omp target nowait depend(inout: t.rows[i * 2 - 2].cell[0:4]) map(tofrom: t.rows[2])
    t.rows[2].cell[0] = t.rows[2].cell[0] * 10 + 2;
#pragma omp task depend(inout: (p->rows[2].cell)[:3]) affinity(p->rows[2].cell[0:16])
    t.rows[2].cell[0] = t.rows[2].cell[0] * 10 + 3;
#pragma omp target update to(t.rows[2]) nowait depend(in: (*p).rows[2].cell[0:2])
#pragma omp task depend(iterator(k = 0:2), out: p->more[k].cell[1:8])
    t.more[0].n = t.more[1].n = 5;
#pragma omp depobj(d) depend(inout: p->more[1].cell[1:2])
#pragma omp task depend(depobj: d)
    t.more[1].n += 2;
#pragma omp taskwait depend(in: p->more[1].cell[1:8], t.rows[2].cell[0:1])
    after = t.more[1].n + t.rows[2].cell[0];
#pragma omp depobj(d) destroy
#pragma omp taskwait
  }
  free(t.more);
  if (after == 123 + 7)
    puts("ok");
  else
    printf("%d\n", after);
  return 0;
}
