// gcc: no (gcc-12 crashes over it)
// OpenMP 5.2 §12.5.2: a task with a detach clause is complete when its event is fulfilled
// too: by itself, by its thread or by another. taskwait, taskgroup, dependent tasks and
// barriers wait for that.
#include <omp.h>
#include <stdio.h>

static void later(omp_event_handle_t e, int *x, int v) {
#pragma omp atomic
	*x += v;
	omp_fulfill_event(e);
}
#pragma omp declare target to(later)

int main(void) {
	int bad = 0, x = 0, y = 0, z = 0, w = 0, g = 0;
#pragma omp target map(tofrom : bad, x, y, z, w, g)
	{
		omp_event_handle_t initial;
#pragma omp task detach(initial) shared(x)
		x = 1;
		later(initial, &x, 1);
#pragma omp taskwait
		bad += x != 2;
		omp_event_handle_t in;
#pragma omp task detach(in) shared(x)
		later(in, &x, 5);
#pragma omp taskwait
		bad += x != 7;
#pragma omp parallel num_threads(64)
		{
#pragma omp single
			{
				omp_event_handle_t a, b;
#pragma omp task detach(a) depend(out : y) shared(y)
#pragma omp atomic
				y += 1;
#pragma omp task shared(y)
				later(a, &y, 2);
#pragma omp task depend(inout : y) shared(y)
				y *= 10;
#pragma omp taskgroup
				{
#pragma omp task detach(b) depend(in : y) shared(y, z)
#pragma omp atomic
					z += y;
#pragma omp task shared(z)
					later(b, &z, 1);
				}
				w = z;
			}
		}
		static omp_event_handle_t shared_event;
		static int ready;
		ready = 0;
#pragma omp parallel num_threads(64)
		{
			int me = omp_get_thread_num();
			if (me == 0) {
#pragma omp task detach(shared_event) shared(g)
#pragma omp atomic
				g += 1;
#pragma omp atomic write seq_cst
				ready = 1;
			}
			if (me == 40) {
				int r = 0;
				while (!r) {
#pragma omp atomic read seq_cst
					r = ready;
				}
#pragma omp atomic
				g += 1;
				omp_fulfill_event(shared_event);
			}
#pragma omp barrier
			if (me == 63)
				w += g;
#pragma omp barrier
#pragma omp for
			for (int i = 0; i < 100; i++) {
				omp_event_handle_t e;
#pragma omp task detach(e) shared(g)
				{
#pragma omp atomic
					g += 1;
				}
				omp_fulfill_event(e);
			}
		}
		bad += g != 102;
	}
	printf(bad || w != 33 || y != 30 ? "%d wrong, w %d y %d g %d\n" : "ok\n", bad, w, y, g);
	return 0;
}
