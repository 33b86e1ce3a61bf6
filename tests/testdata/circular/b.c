struct node { struct node *next; int v; };
#pragma omp begin declare target
extern struct node a;
struct node b = {&a, 2};
static struct node s = {&s, 8};
int sb(void) { return s.next->v; }
#pragma omp end declare target
