// The bounds of the associated loop are in the lexical extent of the directive, which is the construct (OpenMP 5.2 §1.2.2), so
// default(none) asks for their attributes: on taskloop as on parallel for. Expressions of clauses are not in it (§5.1.1).
static int u[8];

void bounds(long a, long b)
{
#pragma omp taskloop default(none) shared(u)
  for (long d = a; d < b; d++)
    u[d] = 1;
#pragma omp parallel for default(none) shared(u) if (a < b) num_threads(b)
  for (long d = a; d < 8; d++)
    u[d] = 1;
#pragma omp taskloop default(none) shared(u) firstprivate(a, b) grainsize(b) if (a < b)
  for (long d = a; d < b; d++)
    u[d] = 1;
}
