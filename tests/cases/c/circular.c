// Variables whose initial values lead to each other in a circle, also constant and static ones,
// and ones of functions.
#include <stdio.h>
struct node { struct node *next; int v; int (*f)(struct node *); };
#pragma omp begin declare target
extern struct node b;
static int value(struct node *n);
struct node self = {&self, 3, value};
struct node a = {&b, 1}, b = {&a, 2, value};
static struct node ring[3] = {{&ring[1], 10}, {&ring[2], 20}, {&ring[0], 30, value}};
static const struct { const void *here; const struct node *list; int n; } constant = {&constant.n, &ring[1], 5};
struct pair { int *p[2]; struct pair *other; int x; };
extern struct pair two;
struct pair one = {{&two.x, 0}, &two, 4}, two = {{0, &one.x}, &one, 5};
static int value(struct node *n)
{
    static struct { void *me; int count; } here = {&here, 100};
    return n->next->v + n->v + (here.me == &here ? ++here.count : 0);
}
#pragma omp end declare target
int main(void)
{
    int r[8] = {0};
    for (int round = 0; round < 2; round++) {
        #pragma omp target map(tofrom: r)
        {
            r[0] += self.f(self.next->next);
            r[1] += a.next->next->next->f(a.next) + b.next->v * 1000;
            r[2] += ring[0].next->next->f(ring + 1);
            r[3] += ring[1].next->next == ring;
            r[4] += constant.here == &constant.n && constant.list->next->v == 30;
            r[5] += *one.p[0] * 10 + *two.p[1] + *one.other->other->other->p[1];
            self.next->v++;
            ring[2].next->v++;
        }
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", r[i]);
    printf("\n");
    return 0;
}
