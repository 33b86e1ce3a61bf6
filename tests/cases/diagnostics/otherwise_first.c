int main(void){
#pragma omp metadirective otherwise(nothing) when(device={kind(cpu)}: parallel)
 ;}
