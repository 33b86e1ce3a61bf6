// flags: -fopenmp-version=60
// OpenMP 6.0 §12.1.2
int main(void)
{
    int n = 0;
#pragma omp target parallel num_threads(strict: 4) map(tofrom: n)
#pragma omp atomic
    n++;
#pragma omp parallel num_threads(2, 4)
    n = 1;
#pragma omp parallel num_threads(2, 4, 8)
    n = 1;
#pragma omp teams distribute parallel for num_threads(strict: 4)
    for (int i = 0; i < 4; i++)
        n = i;
    return n > 0 ? 0 : 1;
}
