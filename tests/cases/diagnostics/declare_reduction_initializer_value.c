// The initializer is an assignment to omp_priv, or a call that gets its address.
#pragma omp declare reduction(f : int : omp_out += omp_in) initializer(omp_priv)
#pragma omp declare reduction(g : int : omp_out += omp_in) initializer(omp_orig = 0)
int main(void) {}
