/* The list items of target constructs come in the order in which the regions name variables, pointers are attached when
 * everything is mapped, link variables get their references, and libomp calls the tasks of nowait target tasks
 * (OMPCC_OMPT_COMPAT; TASKS=1). */
#include "tool.h"

#include <omp.h>

static int a[64], b[64], c[8], x, y;
static struct s {
	int n;
	double *p, *q;
	int t[4];
} sv, *sp;
static double d[64];
int lk[16];
#pragma omp declare target link(lk)

static void items(int *h, int k) {
	puts("== maps in another order");
#pragma omp target map(to : b) map(from : a)
	a[0] = b[0];
#pragma omp target map(tofrom : c, b, a)
	{
		a[1] = k;
		c[0] = b[0];
	}
	puts("== implicit and explicit");
#pragma omp target map(tofrom : b)
	{
		c[1] = k;
		b[0] = a[0];
	}
	puts("== not named in the region");
#pragma omp target map(to : x, c) map(from : b) map(to : y)
	b[0] = a[0];
	puts("== pointers and arrays");
#pragma omp target map(tofrom : h[0 : 8]) map(to : a)
	a[1] = h[1];
#pragma omp target map(to : a) map(tofrom : h[0 : 8])
	h[0] = a[0];
	puts("== inner constructs");
	int sum = 0, most = 0;
	name_variable("sum", &sum, sizeof sum);
	name_variable("most", &most, sizeof most);
#pragma omp target map(tofrom : a) map(tofrom : sum)
	{
		if (b[0])
			sum++;
#pragma omp parallel for reduction(+ : most)
		for (int i = 0; i < 8; i++)
			most += c[i];
		a[0] = most;
	}
#pragma omp target teams distribute reduction(+ : sum) reduction(max : most) map(tofrom : sum, most)
	for (int i = 0; i < 8; i++) {
		most = b[i] > most ? b[i] : most;
		sum += a[i];
	}
	puts("== firstprivate");
#pragma omp target map(from : b) firstprivate(a, c)
	b[0] = c[0] + a[0];
	puts("== data do not change");
#pragma omp target data map(to : b) map(from : a)
	x = 1;
}

static void structures(void) {
	puts("== attached when all is mapped");
	sv.p = d;
	sv.q = d + 16;
#pragma omp target data map(to : sv) map(to : sv.p[0 : 8], sv.q[0 : 8])
	{
#pragma omp target
		sv.p[0] += sv.q[0];
	}
	puts("== the pointer is copied with what surrounds it");
	sp = &sv;
#pragma omp target map(to : sp[0 : 1]) map(tofrom : sp->p[0 : 4])
	sp->p[0] = 1;
	puts("== structure after array");
#pragma omp target map(to : a) map(tofrom : sv)
	sv.n = a[0];
}

static void links(void) {
	puts("== link");
#pragma omp target map(tofrom : lk)
	lk[0]++;
}

static void tasks(void) {
	puts("== nowait");
#pragma omp target nowait map(tofrom : a)
	a[0]++;
#pragma omp taskwait
#pragma omp target enter data nowait map(to : a) depend(out : a)
#pragma omp target update nowait to(a) depend(inout : a)
#pragma omp target exit data nowait map(from : a) depend(inout : a)
#pragma omp taskwait
	puts("== depend");
#pragma omp target depend(out : a) map(tofrom : a)
	a[0]++;
	puts("== explicit");
#pragma omp task
	x++;
}

static void routines(void) {
	puts("== association with an offset");
	char *block = omp_target_alloc(512, 0);
	omp_target_associate_ptr(b, block, 256, 128, 0);
#pragma omp target update to(b)
	omp_target_disassociate_ptr(b, 0);
	omp_target_free(block, 0);
}

int main(void) {
	int *h = calloc(64, sizeof *h);
	name_variable("a", a, sizeof a);
	name_variable("b", b, sizeof b);
	name_variable("c", c, sizeof c);
	name_variable("x", &x, sizeof x);
	name_variable("y", &y, sizeof y);
	name_variable("sv", &sv, sizeof sv);
	name_variable("d", d, sizeof d);
	name_variable("lk", lk, sizeof lk);
	name_variable("h[]", h, 64 * sizeof *h);
	items(h, 3);
	structures();
	links();
	tasks();
	routines();
	puts("== end");
	return 0;
}
