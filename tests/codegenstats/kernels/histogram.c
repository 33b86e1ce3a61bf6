void histogram(int n, const unsigned char *restrict data, unsigned *restrict bins)
{
    #pragma omp target teams distribute parallel for map(to: data[0:n]) map(tofrom: bins[0:256])
    for (int i = 0; i < n; i++) {
        #pragma omp atomic update
        bins[data[i]] += 1;
    }
}
