int main(void) {
#pragma omp error at(compilation) at(execution)
}
