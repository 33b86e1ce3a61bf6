// flags: -fopenmp-version=60
int main(void) {
#pragma omp taskgraph graph_id("first")
  {
  }
}
