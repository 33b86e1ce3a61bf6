/* Clauses whose items LLVM's runtime allocates, copies, attaches and packs in an order of its own: its order is the
 * expected one with OMPCC_OMPT_COMPAT. */
#include "tool.h"

#include <omp.h>

typedef struct inner {
	int n;
	int *d;
} inner;
typedef struct outer {
	inner i;
	int k;
	inner o;
} outer;

static int a[64], b[64], c[8], x, y, *gp;
static outer ww;
static struct s {
	int n;
	int *p;
	int t[4];
} sv;

static void f(int *p, int n) {
#pragma omp target data map(tofrom : p[0 : n])
#pragma omp target
	p[0]++;
}

static void data(int *h) {
	puts("== data nested");
#pragma omp target data map(to: a) map(from: b) map(alloc: x)
	{
#pragma omp target data map(tofrom: a[0:8])
	{
#pragma omp target
	b[0] = a[0];
	}
#pragma omp target update to(a[8:8]) from(b[0:8])
	}
	puts("== present");
#pragma omp target enter data map(to: a)
#pragma omp target map(present, tofrom: a)
	a[0]++;
#pragma omp target update to(present: a)
	puts("== always from");
#pragma omp target map(always, from: a[0:8])
	a[0]++;
	puts("== always tofrom of scalar, unmapped");
#pragma omp target map(always, tofrom: x)
	x++;
	puts("== close");
#pragma omp target map(close, tofrom: b)
	b[0]++;
	puts("== release, delete");
#pragma omp target enter data map(to: a)
#pragma omp target exit data map(release: a)
#pragma omp target enter data map(to: a)
#pragma omp target exit data map(delete: a)
	puts("== always from at exit");
#pragma omp target enter data map(to: a)
#pragma omp target enter data map(to: a)
#pragma omp target exit data map(always, from: a)
#pragma omp target exit data map(from: a)
	puts("== exit several, order");
#pragma omp target enter data map(to: a, b, x, y)
#pragma omp target exit data map(from: a, b, x, y)
	puts("== enter alloc several");
#pragma omp target enter data map(alloc: a) map(to: x) map(alloc: b)
#pragma omp target exit data map(release: b) map(from: x) map(delete: a)
	puts("== data several");
#pragma omp target data map(a, b) map(to: x) map(from: y)
	{ puts("inside"); }
	puts("== pointer members data");
	ww.i.d = h; ww.o.d = h + 16;
#pragma omp target enter data map(to: ww) map(to: ww.i.d[0:4])
#pragma omp target enter data map(to: ww.o.d[0:4])
#pragma omp target
	ww.i.d[0]++;
#pragma omp target exit data map(from: ww.o.d[0:4])
#pragma omp target exit data map(from: ww) map(from: ww.i.d[0:4])
	puts("== global pointer");
#pragma omp target enter data map(to: gp[0:8])
#pragma omp target
	gp[0]++;
#pragma omp target update from(gp[0:4])
#pragma omp target exit data map(delete: gp[0:8])
	puts("== function");
	f(h, 8); f(h + 8, 8);
	puts("== update absent");
#pragma omp target update to(a) from(b)
	puts("== exit absent");
#pragma omp target exit data map(from: a)
	puts("== strided update");
#pragma omp target enter data map(to: a)
#pragma omp target update to(a[0:4:2])
#pragma omp target update from(a[0:4:2])
#pragma omp target exit data map(delete: a)
}

static void regions(int *q) {
	puts("== firstprivate array");
#pragma omp target firstprivate(a) map(tofrom: c)
	c[0] = a[1];
	puts("== two firstprivate arrays");
#pragma omp target firstprivate(a, b) map(tofrom: c)
	c[0] = a[1] + b[1];
	puts("== pointer section");
#pragma omp target map(tofrom: q[0:16])
	q[0] = 1;
	puts("== pointer section offset");
#pragma omp target map(tofrom: q[8:16])
	q[8] = 1;
	puts("== implicit pointer");
#pragma omp target
	if (q) ;
	puts("== pointer zero-length with mapped");
#pragma omp target enter data map(to: q[0:64])
#pragma omp target
	q[3] = 1;
#pragma omp target exit data map(from: q[0:64])
	puts("== struct whole");
#pragma omp target map(tofrom: sv)
	sv.n = 1;
	sv.p = q;
	puts("== struct member");
#pragma omp target map(tofrom: sv.n)
	sv.n = 1;
	puts("== struct members");
#pragma omp target map(tofrom: sv.n, sv.t)
	sv.n = sv.t[0];
	puts("== struct whole with pointer member");
#pragma omp target map(tofrom: sv) map(tofrom: sv.p[0:4])
	sv.p[0] = sv.n;
}

int main(void) {
	int *h = calloc(64, sizeof *h);
	gp = h;
	name_variable("a", a, sizeof a);
	name_variable("b", b, sizeof b);
	name_variable("c", c, sizeof c);
	name_variable("x", &x, sizeof x);
	name_variable("y", &y, sizeof y);
	name_variable("ww", &ww, sizeof ww);
	name_variable("sv", &sv, sizeof sv);
	name_variable("gp", &gp, sizeof gp);
	name_variable("h[]", h, 64 * sizeof *h);
	data(h);
	regions(h);
	puts("== end");
	return 0;
}
