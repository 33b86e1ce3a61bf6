/* Each device construct, as the compiler writes it. */
#include "tool.h"

#include <omp.h>

static int a[100], b[100];

static void target(void) {
	puts("== target, a tofrom by rule, b to");
#pragma omp target map(to : b)
	for (int i = 0; i < 100; i++)
		a[i] += b[i];
	puts("== target teams num_teams(3)");
#pragma omp target teams num_teams(3)
	;
	puts("== target that maps nothing");
#pragma omp target
	;
	puts("== target nowait");
#pragma omp target nowait map(tofrom : a) depend(inout : a)
	a[0]++;
#pragma omp taskwait
	puts("== target if(0)");
#pragma omp target if (0) map(tofrom : a)
	a[0]++;
	puts("== target device(omp_get_initial_device())");
#pragma omp target device(omp_get_initial_device()) map(tofrom : a)
	a[0]++;
}

static void data(void) {
	puts("== target data");
#pragma omp target data map(tofrom : a) map(alloc : b)
	{
		puts("== target inside");
#pragma omp target
		a[0] = b[0] = 1;
		puts("== target update inside");
#pragma omp target update from(a[10 : 20])
		puts("== end of target data");
	}
	puts("== target data use_device_addr if(0)");
#pragma omp target data map(tofrom : a) use_device_addr(a) if (0)
	;
}

static void enter_exit(void) {
	puts("== enter data");
#pragma omp target enter data map(to : a) map(alloc : b[0 : 50])
	puts("== enter data, counts only");
#pragma omp target enter data map(to : a)
	puts("== always, to");
#pragma omp target map(always, to : a)
	;
	puts("== update to, from");
#pragma omp target update to(a) from(b[0 : 50])
	puts("== update if(0)");
#pragma omp target update to(a) if (0)
	puts("== exit data, counts only");
#pragma omp target exit data map(from : a)
	puts("== exit data: from, delete");
#pragma omp target exit data map(from : a) map(delete : b[0 : 50])
	puts("== exit data of nothing");
#pragma omp target exit data map(release : a)
}

static void nowait(void) {
	puts("== enter data nowait");
#pragma omp target enter data map(to : a) nowait
#pragma omp taskwait
	puts("== update nowait");
#pragma omp target update from(a) nowait
#pragma omp taskwait
	puts("== exit data nowait");
#pragma omp target exit data map(delete : a) nowait
#pragma omp taskwait
}

int main(void) {
	name_variable("a", a, sizeof a);
	name_variable("b", b, sizeof b);
	target();
	data();
	enter_exit();
	nowait();
	puts("== end");
	return 0;
}
