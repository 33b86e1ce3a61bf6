int main(void) {
  int a = 0;
#pragma omp parallel /* c */ num_threads(/* e "x" */ 0) // if(
  a++;
  /* über */	_Pragma("omp parallel num_threads(0)") a++;
#	pragma	omp	parallel \
	num_threads(\
	  0)
  a++;
  return a;
}
