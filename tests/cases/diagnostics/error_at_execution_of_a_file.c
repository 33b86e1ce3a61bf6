#pragma omp error at(execution) message("never")
int x;
