void f(void) {
#pragma omp error at(execution) message("what)
#pragma omp error at(execution) message("what\")
}
