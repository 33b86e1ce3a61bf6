int main(void) {
#pragma omp assume no_openmp
}
