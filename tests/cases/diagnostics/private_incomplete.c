struct s;
extern struct s v;
int main(void) {
#pragma omp parallel private(v)
  ;
}
