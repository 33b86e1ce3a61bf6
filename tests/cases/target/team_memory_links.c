// Variables in the memory of a team that point to one another: what is stored through a pointer is seen by the loads behind.
// amd: each
#include <stdio.h>

struct node {
    struct node *next;
    int value;
};

static int walk(int which)
{
    int sum = 0;
#pragma omp target map(tofrom: sum) firstprivate(which)
    {
        struct node a = {0, 1}, b = {0, 20}, c = {0, 300}, d = {0, 4000};
        a.next = &b;
        c.next = &b;
        struct node **link = which ? &a.next : &c.next;
        *link = &d;
        sum = a.next->value + 10 * c.next->value;
#pragma omp parallel num_threads(4) reduction(+: sum)
        sum += a.next->value + c.next->value;
    }
    return sum;
}

int main(void)
{
    int one = walk(1), two = walk(0);
    if (one != 4000 + 200 + 4 * 4020 || two != 20 + 40000 + 4 * 4020) {
        printf("%d %d\n", one, two);
        return 1;
    }
    puts("ok");
    return 0;
}
