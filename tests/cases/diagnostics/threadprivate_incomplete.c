extern struct state now;
#pragma omp threadprivate(now)
