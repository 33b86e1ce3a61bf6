// flags: -std=c2x
int main(void) {
  int x = 0;
  [[omp::directiv(parallel for)]]
  for (int i = 0; i < 4; i++)
    x++;
}
