/* Transfers that the program could do without. A comment "found: kind variable" marks the line of what the advisor must say. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };

static double *filled(double from) {
	double *p = malloc(N * sizeof *p);
	for (int i = 0; i < N; i++)
		p[i] = from + i;
	return p;
}

/* The same data in each iteration of a loop. */
static void loop_to(const double *x, double *y) {
	#pragma omp target data map(alloc: y[0:N])
	for (int k = 0; k < 5; k++) {
		#pragma omp target teams distribute parallel for map(to: x[0:N]) // found: resent x[0:N]
		for (int i = 0; i < N; i++)
			y[i] = x[i] * k;
	}
}

/* The same data for two constructs. */
static void twice(const double *x, double *y) {
	#pragma omp target teams distribute parallel for map(to: x[0:N]) map(from: y[0:N])
	for (int i = 0; i < N; i++)
		y[i] = x[i] + 1;
	y[0] += 1;
	#pragma omp target teams distribute parallel for map(tofrom: y[0:N]) \
		map(to: x[0:N]) // found: resent x[0:N]
	for (int i = 0; i < N; i++)
		y[i] += x[i];
}

/* An update of what has not changed. */
static void updated(double *x, double *y) {
	#pragma omp target data map(to: x[0:N]) map(alloc: y[0:N])
	for (int k = 0; k < 3; k++) {
		#pragma omp target update to(x[0:N]) // found: resent x[0:N]
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] = x[i] - k;
	}
}

/* A transfer that is always made. */
static void always(double *x, double *y) {
	#pragma omp target data map(alloc: y[0:N]) map(to: x[0:N])
	for (int k = 0; k < 3; k++) {
		#pragma omp target teams distribute parallel for map(always, to: x[0:N]) // found: resent x[0:N]
		for (int i = 0; i < N; i++)
			y[i] = x[i] - k;
	}
}

/* Back and there again in each iteration. */
static void loop_tofrom(double *x) {
	for (int k = 0; k < 5; k++) {
		#pragma omp target teams distribute parallel for map(tofrom: x[0:N]) // found: hoist x[0:N]
		for (int i = 0; i < N; i++)
			x[i] += k;
	}
}

/* An array without a clause goes both ways as well. */
static double implicit[N];
static void loop_implicit(void) {
	for (int k = 0; k < 5; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			implicit[i] += k; // found: hoist implicit
	}
}

/* Back from one construct, to the next. */
static void chain(double *x) {
	#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
	for (int i = 0; i < N; i++)
		x[i] += 1;
	#pragma omp target teams distribute parallel for map(tofrom: x[0:N]) // found: round-trip x[0:N]
	for (int i = 0; i < N; i++)
		x[i] *= 2;
}

/* The same by enter and exit data. */
static void enter_exit(double *x) {
	#pragma omp target enter data map(to: x[0:N])
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		x[i] += 1;
	#pragma omp target exit data map(from: x[0:N])
	#pragma omp target enter data map(to: x[0:N]) // found: round-trip x[0:N]
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		x[i] += 1;
	#pragma omp target exit data map(from: x[0:N])
}

/* Updates both ways with nothing in between. */
static void updates(double *x) {
	#pragma omp target data map(tofrom: x[0:N])
	for (int k = 0; k < 3; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += k + 1;
		#pragma omp target update from(x[0:N])
		#pragma omp target update to(x[0:N]) // found: round-trip x[0:N]
	}
}

/* Copied back although it is only read. */
static double only_read(double *x) {
	double s = 0;
	#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: x[0:N]) // found: only-read x[0:N]
	for (int i = 0; i < N; i++)
		s += x[i];
	return s;
}

static float table[N];
static double only_read_implicit(void) {
	double s = 0;
	#pragma omp target teams distribute parallel for reduction(+: s)
	for (int i = 0; i < N; i++)
		s += table[i]; // found: only-read table
	return s;
}

static double only_read_data(double *x) {
	double s = 0, t = 0;
	#pragma omp target data map(tofrom: x[0:N]) // found: only-read x[0:N]
	{
		#pragma omp target teams distribute parallel for reduction(+: s)
		for (int i = 0; i < N; i++)
			s += x[i];
		#pragma omp target teams distribute parallel for reduction(max: t)
		for (int i = 0; i < N; i++)
			t = x[i] > t ? x[i] : t;
	}
	return s + t;
}

static double only_read_exit(double *x) {
	double s = 0;
	#pragma omp target enter data map(to: x[0:N])
	#pragma omp target teams distribute parallel for reduction(+: s)
	for (int i = 0; i < N; i++)
		s += x[i];
	#pragma omp target exit data map(from: x[0:N]) // found: only-read x[0:N]
	return s;
}

/* Sent although all of it is written. */
static void only_written(double *x) {
	#pragma omp target teams distribute parallel for map(tofrom: x[0:N]) // found: only-written x[0:N]
	for (int i = 0; i < N; i++)
		x[i] = 1000000.0 + i;
}

static float produced[N];
static void only_written_implicit(void) {
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		produced[i] = 0.5f + i; // found: only-written produced
}

/* Present, and changed by the host since: nothing is sent. */
static void present(double *x, double *y) {
	#pragma omp target data map(to: x[0:N]) map(tofrom: y[0:N])
	{
		for (int i = 0; i < N; i++)
			x[i] = i;
		#pragma omp target teams distribute parallel for map(to: x[0:N]) // found: present x[0:N]
		for (int i = 0; i < N; i++)
			y[i] += x[i];
	}
}

static void present_enter(double *x, double *y) {
	#pragma omp target enter data map(to: x[0:N], y[0:N])
	x[3] = 12345;
	#pragma omp target enter data map(to: x[0:N]) // found: present x[0:N]
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		y[i] += x[i];
	#pragma omp target exit data map(from: y[0:N]) map(release: x[0:N])
	#pragma omp target exit data map(release: x[0:N])
}

/* Two kernels that have nothing to do with each other. */
static void serial(double *x, double *y) {
	#pragma omp target data map(tofrom: x[0:N], y[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += 1;
		#pragma omp target teams distribute parallel for // found: nowait y
		for (int i = 0; i < N; i++)
			y[i] += 2;
	}
}

static void serial_alloc(double *x, double *y, const double *in) {
	#pragma omp target data map(from: x[0:N], y[0:N]) map(to: in[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] = in[i] + 1;
		#pragma omp target teams distribute parallel for // found: nowait in, y
		for (int i = 0; i < N; i++)
			y[i] = in[i] + 2;
	}
}

/* Many small objects. */
static void many_items(void) {
	int a[8] = {1}, b[8] = {2}, c[8] = {3}, d[8] = {4}, e[8] = {5}, f[8] = {6}, g[8] = {7}, h[8] = {8};
	int p[8] = {1}, q[8] = {2}, r[8] = {3}, s[8] = {4}, t[8] = {5}, u[8] = {6}, v[8] = {7}, w[8] = {8};
	#pragma omp target map(a, b, c, d, e, f, g, h, p, q, r, s, t, u, v, w) // found: small
	a[0] += b[0] + c[0] + d[0] + e[0] + f[0] + g[0] + h[0] + p[0] + q[0] + r[0] + s[0] + t[0] + u[0] + v[0] + w[0];
	if (a[0] != 72)
		printf("wrong\n");
}

typedef struct node_s {
	struct node_s *next;
	int value;
} node_t;

static void list(void) {
	node_t *head = NULL;
	for (int i = 0; i < 100; i++) {
		node_t *n = malloc(sizeof *n);
		*n = (node_t){head, i};
		head = n;
		#pragma omp target enter data map(to: n[0:1]) // found: small
	}
	for (node_t *n = head; n; n = n->next) {
		#pragma omp target exit data map(release: n[0:1])
	}
}

int main(void) {
	double *x = filled(1), *y = filled(2);
	loop_to(x, y);
	x = filled(3);
	twice(x, y);
	x = filled(4);
	updated(x, y);
	x = filled(5);
	always(x, y);
	loop_tofrom(filled(6));
	loop_implicit();
	chain(filled(7));
	enter_exit(filled(8));
	updates(filled(9));
	double s = only_read(filled(10)) + only_read_implicit() + only_read_data(filled(11)) + only_read_exit(filled(12));
	only_written(filled(13));
	only_written_implicit();
	present(filled(14), filled(15));
	present_enter(filled(16), filled(17));
	serial(filled(18), filled(19));
	serial_alloc(filled(20), filled(21), filled(22));
	many_items();
	list();
	printf(s > 0 ? "ok\n" : "wrong\n");
	return 0;
}
