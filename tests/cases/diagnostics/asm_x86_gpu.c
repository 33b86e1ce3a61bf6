// flags: -fopenmp-targets=nvptx
int main(void)
{
    int x = 1;
    #pragma omp target map(tofrom: x)
    {
        asm volatile("" : "+r"(x)); // an empty template is for every target
        asm("movl $5, %%eax\n\tmovl %%eax, %0" : "=r"(x) : : "eax");
    }
    return x;
}
