int main(void) {
#pragma omp flush relaxed
}
