#pragma omp begin declare target
int counter = 41;
extern const int table[];
const int table[] = {1, 20};
#pragma omp end declare target
