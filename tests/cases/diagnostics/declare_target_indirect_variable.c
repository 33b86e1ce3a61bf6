int table[4];
#pragma omp declare target enter(table) indirect
int main(void) {}
