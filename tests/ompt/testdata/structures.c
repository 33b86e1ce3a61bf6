/* Members of structures, what their pointers point to, and structures that mappers map: LLVM's runtime has an order, a
 * padding and copies of pointers of its own (OMPCC_OMPT_COMPAT). */
#include "tool.h"

#include <omp.h>

typedef struct vector {
	int n;
	int *p;
} vector;
#pragma omp declare mapper(vector v) map(v.n, v.p[0 : v.n])
#pragma omp declare mapper(parts : vector v) map(v.n)

static struct s {
	int n;
	int *p;
	int t[4];
	double *r;
	int k;
} sv, *g = &sv;
static int d[64];
static double f[16];
static vector one, both[2], *list = &one;

static void members(void) {
	puts("== in the order of the list");
#pragma omp target map(tofrom : sv.k, sv.n, sv.t)
	sv.n++;
#pragma omp target data map(to : sv.k) map(tofrom : sv.t, sv.n)
	sv.k++;
#pragma omp target map(tofrom : g->k, g->n)
	g->n++;
	puts("== sections of members are padded");
#pragma omp target map(tofrom : sv.t[1 : 2])
	sv.t[1]++;
#pragma omp target map(to : g->t[2 : 2])
	g->t[3]++;
#pragma omp target map(to : sv.t[1 : 2]) map(from : sv.n)
	sv.n = sv.t[1];
#pragma omp target map(tofrom : sv.k)
	sv.k++;
}

static void pointers(void) {
	puts("== base pointers come before what they point to, and go back");
#pragma omp target map(tofrom : sv.p[0 : 8])
	sv.p[1]++;
#pragma omp target map(to : sv.n) map(tofrom : sv.p[0 : 8])
	sv.p[1] += sv.n;
#pragma omp target map(tofrom : sv.p[0 : 8]) map(to : sv.n) map(alloc : sv.k)
	sv.p[1] += sv.n;
	puts("== a pointer that is a list item");
#pragma omp target map(to : sv.p) map(tofrom : sv.p[0 : 8])
	sv.p[1]++;
#pragma omp target map(tofrom : sv.p[0 : 8]) map(to : sv.p)
	sv.p[1]++;
	puts("== a structure comes before what it points to");
#pragma omp target map(to : sv.r[0 : 4]) map(to : sv.p[0 : 8]) map(tofrom : sv)
	sv.n++;
#pragma omp target data map(to : sv.r[0 : 4]) map(tofrom : sv.k) map(to : sv.p[0 : 8])
	sv.n++;
#pragma omp target data map(to : sv.r[0 : 4]) map(to : sv.p[0 : 8]) map(tofrom : sv)
	sv.n++;
#pragma omp target enter data map(to : g->r[0 : 4]) map(to : g[0 : 1]) map(to : g->p[0 : 8])
	puts("== an update gives the structure all its pointers");
#pragma omp target update to(g->n) from(g->p[2 : 2])
#pragma omp target update to(g[0 : 1])
#pragma omp target update from(g->n)
#pragma omp target exit data map(release : g->r[0 : 4]) map(from : g[0 : 1]) map(from : g->p[0 : 8])
}

static void mapped(void) {
	puts("== the pointers of mapped structures are attached, not copied");
#pragma omp target enter data map(to : one)
#pragma omp target update to(one)
#pragma omp target update from(one)
	puts("== element by element");
#pragma omp target enter data map(to : both)
	puts("== parts");
	vector local = {0};
	name_variable("local", &local, sizeof local);
#pragma omp target enter data map(mapper(parts), to : local)
#pragma omp target update from(mapper(parts) : local)
}

int main(void) {
	name_variable("sv", &sv, sizeof sv);
	name_variable("d", d, sizeof d);
	name_variable("f", f, sizeof f);
	name_variable("one", &one, sizeof one);
	name_variable("both", both, sizeof both);
	name_variable("g", &g, sizeof g);
	sv.p = d;
	sv.r = f;
	one = (vector){2, d + 32};
	both[0] = (vector){2, d + 40};
	both[1] = (vector){3, d + 48};
	members();
	pointers();
	mapped();
	printf("== end %d %d %d\n", sv.p == d, sv.r == f, list->p == d + 32);
	return 0;
}
