// gcc: no (gcc-12 has no omp_in_explicit_task)
// OpenMP 5.2 §10.1, §10.1.1: regions nested in a GPU's parallel regions get parts of the team's threads if
// max-active-levels-var asks for it: in constructs and calls, in some threads only, with barriers, worksharing,
// copies, tasks and ICVs of their own. Elsewhere the results are the same, whatever the numbers of threads are.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static int work(int n) { // an orphaned nested region
	int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
	{
#pragma omp for
		for (int i = 0; i < n; i++)
			sum += i;
	}
	return sum;
}

static int most(void) { // fewer threads than asked for
	int n = 0;
#pragma omp parallel num_threads(20)
#pragma omp masked
	n = omp_get_num_threads();
	return n;
}

static long tree(int depth) { // recursion, beyond the last active level
	if (depth == 0)
		return 1;
	long a = 0, b = 0;
#pragma omp parallel sections num_threads(2)
	{
#pragma omp section
		a = tree(depth - 1);
#pragma omp section
		b = tree(depth - 1);
	}
	return a + b;
}

static int share(int n) { // binds to the caller's region
	int mine = 0;
#pragma omp for
	for (int i = 0; i < n; i++)
		mine++;
	return mine;
}
static int (*volatile shared_by_pointer)(int) = share;
#pragma omp end declare target

int main(void) {
	int levels = 0, asymmetric = 0, orphaned = 0, bound = 0, copied = 0, task = 0, in_order = 0, limit[2] = {0};
	int loop = 0, own = 0, serial = 0, private = 0, places = 0, left = 0, numbers = 0, outer = 0, first = 0;
	long leaves = 0;
#pragma omp target map(tofrom : levels, asymmetric, orphaned, bound, copied, task, in_order, limit, loop, own, serial) \
	map(tofrom : private, places, left, numbers, outer, first, leaves) thread_limit(64)
	{
		omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
#pragma omp atomic
		levels += omp_get_active_level() * 1000 + 1;
#pragma omp parallel num_threads(4)
		{
			int me = omp_get_thread_num();
#pragma omp masked
			outer = omp_get_num_threads();
			if (me % 2) {
				int a[4] = {0}, s = 0, wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
				{
					int mine = omp_get_thread_num(), n = omp_get_num_threads();
					for (int t = 0; t < 3 * me; t++) {
						a[(mine + t) % 4]++;
#pragma omp barrier
					}
					wrong += omp_get_level() != 2 || omp_get_ancestor_thread_num(1) != me || omp_get_team_size(2) != n ||
							 omp_get_ancestor_thread_num(2) != mine || omp_get_team_size(0) != 1 || omp_get_team_size(3) != -1;
#pragma omp critical
					s += mine;
#pragma omp barrier
#pragma omp masked
					s += 1000 * n;
				}
				s += a[0] + a[1] + a[2] + a[3];
#pragma omp atomic
				asymmetric += s;
#pragma omp atomic
				numbers += wrong;
			}
#pragma omp barrier
			int w = work(10 + me);
#pragma omp atomic
			orphaned += w;
			int l = share(21) + shared_by_pointer(10);
#pragma omp atomic
			bound += l;
			int c = 0, k = 0, ready = 0;
#pragma omp parallel num_threads(4) private(c)
			{
#pragma omp sections
				{
#pragma omp section
					ready += 1;
#pragma omp section
#pragma omp atomic
					copied += 1;
				}
#pragma omp single copyprivate(c)
				c = 7 + me;
				if (c != 7 + me || ready != 1)
#pragma omp atomic
					copied += 1000;
			}
#pragma omp single copyprivate(k)
			k = 5;
#pragma omp critical
			copied += k + ready;
#pragma omp task firstprivate(me)
			{
				int n = 0;
#pragma omp parallel for num_threads(4) reduction(+ : n)
				for (int i = 0; i < 10; i++)
					n += me + !omp_in_explicit_task();
#pragma omp atomic
				task += n;
			}
#pragma omp taskwait
#pragma omp for ordered schedule(static)
			for (int i = 0; i < 8; i++)
#pragma omp ordered
				in_order = in_order * 2 % 1000 + i;
			int o = 0;
#pragma omp parallel for ordered num_threads(4)
			for (int i = 0; i < 8; i++)
#pragma omp ordered
				o = o * 3 % 1000 + i;
#pragma omp atomic
			in_order += o;
			int m = most();
#pragma omp atomic
			limit[1] += m;
			long t = tree(4);
#pragma omp atomic
			leaves += t;
#pragma omp for reduction(+ : loop)
			for (int i = 0; i < 13; i++) {
				int s = 0;
#pragma omp parallel for reduction(+ : s) num_threads(3)
				for (int j = 0; j <= i; j++)
					s += j;
				loop += s;
			}
		}
		limit[0] = most();
#pragma omp parallel num_threads(4)
		{
			omp_set_num_threads(omp_get_thread_num() + 1);
			int n = 0, m = omp_get_max_threads();
#pragma omp parallel reduction(+ : n)
			n++;
#pragma omp atomic
			own += n * 10 + m;
			omp_set_max_active_levels(1);
			n = 0;
#pragma omp parallel reduction(+ : n)
			n++;
#pragma omp atomic
			serial += n;
		}
		double x[16];
		for (int i = 0; i < 16; i++)
			x[i] = i;
#pragma omp parallel num_threads(4) firstprivate(x)
		{
			int me = omp_get_thread_num(), n = 3 + me, v[n];
			double *p = x + me, s = 0;
#pragma omp parallel for num_threads(4) reduction(+ : s) firstprivate(p)
			for (int i = 0; i < 4; i++) {
				s += p[i];
#pragma omp atomic
				x[15] += 1;
			}
#pragma omp parallel for num_threads(4)
			for (int i = 0; i < n; i++)
				v[i] = i;
#pragma omp atomic
			private += (int)s + (int)x[15] + v[n - 1];
		}
		int *h = malloc(4 * sizeof *h);
#pragma omp parallel num_threads(4) if (h)
		{
			int me = omp_get_thread_num();
			h[me] = 0;
#pragma omp parallel num_threads(4)
			{
				int mine = omp_get_thread_num();
#pragma omp cancel parallel if (0)
#pragma omp single nowait
				h[me] = me + 1;
#pragma omp barrier
				if (mine == 0)
#pragma omp atomic
					places += h[me];
			}
		}
		free(h);
		left = omp_get_max_active_levels();
	}
	int bad = numbers != 0;
	bad += (orphaned != 45 + 55 + 66 + 78) + (bound != 31) + (copied != 4 + 4 * 6) + (task != 100) + (loop != 364);
	bad += (in_order != 247 + 2544) + (leaves != 4 * 16) + (private != 24 + 24 + 76 + 14) + (places != 10);
#ifdef GPU
	bad += (outer != 4) + (levels != 16 * 3001) + (asymmetric != 2 * 6 + 2 * 4000 + 4 * 3 + 4 * 9);
	bad += (limit[0] != 20) + (limit[1] != 4 * 16) + (own != 110) + (serial != 4) + (left != 3);
#endif
	printf(bad ? "%d wrong: %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %ld\n" : "ok\n", bad, numbers, orphaned, bound,
		copied, task, loop, in_order, private, places, left, outer, levels, asymmetric, limit[0], limit[1], own, leaves);
	return 0;
}
