/* Programs with nothing to say about, one a function, most of them those of the other files put right. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6000 };
static double result;
static double constant[4] = {1, 2, 3, 4};
#pragma omp declare target enter(constant)

static double *filled(double from) {
	double *p = malloc(N * sizeof *p);
	for (int i = 0; i < N; i++)
		p[i] = from + i;
	return p;
}

static void library(double *d) {
	#pragma omp target teams distribute parallel for is_device_ptr(d)
	for (int i = 0; i < N; i++)
		d[i] += 1;
}

static void resident_to(double *x, double *y, double *z) {
	#pragma omp target data map(to: x[0:N]) map(from: y[0:N])
	for (int k = 0; k < 5; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] = x[i] * k;
	}
}

static void resident_tofrom(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N])
	for (int k = 0; k < 5; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += k;
	}
}

static void one_after_another(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += 1;
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] *= 2;
	}
}

static void read_only(double *x, double *y, double *z) {
	#pragma omp target teams distribute parallel for map(to: x[0:N]) map(from: y[0:N])
	for (int i = 0; i < N; i++)
		y[i] = x[i] + 1;
}

static void sent_changed(double *x, double *y, double *z) {
	#pragma omp target data map(alloc: x[0:N]) map(tofrom: y[0:N])
	for (int k = 0; k < 5; k++) {
		for (int i = 0; i < N; i++)
			x[i] = i * k;
		#pragma omp target update to(x[0:N])
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] += x[i];
	}
}

static void host_step_between(double *x, double *y, double *z) {
	for (int k = 0; k < 4; k++) {
		#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
		for (int i = 0; i < N; i++)
			x[i] += k + 1;
		for (int i = 0; i < N; i++)
			x[i] *= 0.5;
	}
}

static void partly_written(double *x, double *y, double *z) {
	#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
	for (int i = 0; i < N; i += 2)
		x[i] = -i - 1;
}

static void scratch_sent_anew(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: y[0:N])
	for (int k = 0; k < 3; k++) {
		#pragma omp target teams distribute parallel for map(to: x[0:N])
		for (int i = 0; i < N; i++)
		{
			x[i] += k;
			y[i] += x[i];
		}
	}
	for (int i = 0; i < N; i++)
		x[i] = i;
}

static void reductions(double *x, double *y, double *z) {
	double s = 0, m = 0;
	#pragma omp target data map(to: x[0:N])
	{
		#pragma omp target teams distribute parallel for reduction(+: s)
		for (int i = 0; i < N; i++)
			s += x[i];
		#pragma omp target teams distribute parallel for reduction(max: m)
		for (int i = 0; i < N; i++)
			m = x[i] > m ? x[i] : m;
	}
	result += s + m;
}

static void present_unchanged(double *x, double *y, double *z) {
	#pragma omp target data map(to: x[0:N]) map(from: y[0:N])
	{
		#pragma omp target teams distribute parallel for map(to: x[0:N])
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
}

static void updated_before(double *x, double *y, double *z) {
	#pragma omp target data map(to: x[0:N]) map(from: y[0:N])
	{
		x[3] = 5;
		#pragma omp target update to(x[3:1])
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
	result += y[3];
}

static void updated_from(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += 1;
		#pragma omp target update from(x[0:N])
		result += x[7];
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += 1;
	}
}

static void part_from(double *x, double *y, double *z) {
	#pragma omp target data map(to: x[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] += 1;
		#pragma omp target update from(x[0:1])
		result += x[0];
	}
}

static void host_overwrites(double *x, double *y, double *z) {
	#pragma omp target enter data map(to: x[0:N])
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < N; i++)
		x[i] += 1;
	#pragma omp target exit data map(release: x[0:N])
	for (int i = 0; i < N; i++)
		x[i] = i;
	result += x[3];
}

static void other_part(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N/2])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N / 2; i++)
			x[i] += 1;
		result += x[N - 1];
	}
}

static void nowait_pair(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N], y[0:N])
	{
		#pragma omp target teams distribute parallel for nowait
		for (int i = 0; i < N; i++)
			x[i] += 1;
		#pragma omp target teams distribute parallel for nowait
		for (int i = 0; i < N; i++)
			y[i] += 1;
		#pragma omp taskwait
	}
}

static void dependent_pair(double *x, double *y, double *z) {
	#pragma omp target data map(to: x[0:N]) map(from: y[0:N], z[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] = x[i];
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			z[i] = y[i] + 1;
	}
}

static void small_pair(double *x, double *y, double *z) {
	int a = (int)x[0], b = (int)y[0];
	#pragma omp target map(tofrom: a)
	a++;
	#pragma omp target map(tofrom: b)
	b++;
	result += a + b;
}

static void scalars_in_loop(double *x, double *y, double *z) {
	for (int k = 0; k < 50; k++) {
		int n = k;
		#pragma omp target map(tofrom: n)
		n += 2;
		result += n;
	}
}

static void library_writes(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N])
	{
		#pragma omp target data use_device_addr(x[0:N])
		library(x);
	}
	result += x[1];
}

static void device_pointer(double *x, double *y, double *z) {
	double *d = omp_target_alloc(N * sizeof *d, omp_get_default_device());
	omp_target_memcpy(d, x, N * sizeof *d, 0, 0, omp_get_default_device(), omp_get_initial_device());
	#pragma omp target teams distribute parallel for is_device_ptr(d)
	for (int i = 0; i < N; i++)
		d[i] += 1;
	omp_target_memcpy(x, d, N * sizeof *d, 0, 0, omp_get_initial_device(), omp_get_default_device());
	omp_target_free(d, omp_get_default_device());
	result += x[0];
}

static void allocated_there(double *x, double *y, double *z) {
	#pragma omp target data map(alloc: x[0:N]) map(from: y[0:N])
	{
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] = i;
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] = x[i] * 2;
	}
	result += y[2];
}

static void different_data(double *x, double *y, double *z) {
	#pragma omp target teams distribute parallel for map(to: x[0:N]) map(from: z[0:N])
	for (int i = 0; i < N; i++)
		z[i] = x[i];
	result += z[0];
	#pragma omp target teams distribute parallel for map(to: y[0:N]) map(from: z[0:N])
	for (int i = 0; i < N; i++)
		z[i] = y[i];
	result += z[0];
}

static void halves(double *x, double *y, double *z) {
	for (int h = 0; h < 2; h++) {
		double *p = x + h * (N / 2);
		#pragma omp target teams distribute parallel for map(tofrom: p[0:N/2])
		for (int i = 0; i < N / 2; i++)
			p[i] += 1;
	}
}

static void one_structure(double *x, double *y, double *z) {
	struct { double a[8], b[8], c[8]; } s = {{x[0]}, {y[0]}, {z[0]}};
	#pragma omp target map(tofrom: s)
	s.a[0] += s.b[0] + s.c[0];
	result += s.a[0];
}

static void attached(double *x, double *y, double *z) {
	struct { double *p; int n; } v = {x, N};
	#pragma omp target data map(to: v) map(tofrom: v.p[0:N])
	for (int k = 0; k < 3; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			v.p[i] += 1;
	}
	result += x[4] + (v.p == x);
}

static void double_buffer(double *x, double *y, double *z) {
	#pragma omp target data map(tofrom: x[0:N]) map(alloc: y[0:N])
	for (int k = 0; k < 4; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			y[i] = x[i] + k;
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] = y[i] * 0.5;
	}
	result += x[0];
}

static void always_changed(double *x, double *y, double *z) {
	#pragma omp target data map(to: x[0:N]) map(from: y[0:N])
	for (int k = 0; k < 3; k++) {
		x[k] = -k - 1;
		#pragma omp target teams distribute parallel for map(always, to: x[0:N])
		for (int i = 0; i < N; i++)
			y[i] = x[i];
	}
	result += y[0];
}

static void declared(double *x, double *y, double *z) {
	#pragma omp target teams distribute parallel for map(from: x[0:N])
	for (int i = 0; i < N; i++)
		x[i] = constant[i % 4];
	result += x[1] + constant[1];
}

/* A declare target variable that an update sends, and one that the kernel itself writes before it reads. */
static int updated = 1, scratch;
#pragma omp declare target enter(updated, scratch)
static void variables(double *x, double *y, double *z) {
	updated = 5;
	scratch = 6;
	#pragma omp target update to(updated)
	#pragma omp target map(tofrom: x[0:N])
	{
		scratch = updated;
		x[0] += scratch;
	}
	result += x[0];
}

static void read_after_each(double *x, double *y, double *z) {
	#pragma omp target data map(alloc: x[0:N])
	for (int k = 0; k < 4; k++) {
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++)
			x[i] = i + k;
		#pragma omp target update from(x[0:N])
		result += x[k];
	}
}

int main(void) {
	static void (*const all[])(double *, double *, double *) = {resident_to, resident_tofrom, one_after_another, read_only, sent_changed, host_step_between, partly_written, scratch_sent_anew, reductions, present_unchanged, updated_before, updated_from, part_from, host_overwrites, other_part, nowait_pair, dependent_pair, small_pair, scalars_in_loop, library_writes, device_pointer, allocated_there, different_data, halves, one_structure, attached, double_buffer, always_changed, declared, variables, read_after_each};
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		double *x = filled(100 * i + 1), *y = filled(200 * i + 7), *z = filled(300 * i + 9);
		all[i](x, y, z);
		result += x[0] + y[1] + z[2];
		free(x), free(y), free(z);
	}
	printf(result != 0 ? "ok\n" : "wrong\n");
	return 0;
}
