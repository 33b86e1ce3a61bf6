int main(void){
#pragma omp metadirective when(device={kind(any, cpu)}: parallel) otherwise(nothing)
 ;}
