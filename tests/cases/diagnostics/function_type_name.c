// A function type without a declarator.
int main(void){ int a=0;
#pragma omp target map(from:a)
{ a=sizeof(int(int));
}
}
