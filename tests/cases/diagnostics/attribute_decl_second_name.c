// flags: -std=gnu2x
int f(int), g [[omp::decl(declare simd uniform(m))]] (int m);
int first(int a);
int a, h [[omp::sequence(decl(declare variant(first) match(construct={parallel})))]] (int a);
int main(void) { return 0; }
