// Functions whose results are volatile, or lead to what is.
#include <stdio.h>
#include <stdint.h>
#pragma omp begin declare target
volatile int *gp(void);
static volatile uint32_t port[4] = {1, 2, 3, 4};
static inline volatile uint32_t *reg(int n) { return &port[n]; }
volatile unsigned int plain(void) { return 3; }
static volatile int x = 5;
volatile int *gp(void) { return &x; }
const volatile char *text(void) { return "abc"; }
static int use(void) { *reg(2) += 10; return *reg(2) + *gp() + plain() + text()[1]; }
#pragma omp end declare target
int main(void) { int r = 0;
#pragma omp target map(r)
 r = use();
 printf("%d\n", r);
}
