int main(void){ int x = 0;
#pragma omp target update to(x) from(x)
}
