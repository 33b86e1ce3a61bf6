/* Target tasks of several threads on one GPU, or with -fopenmp of one thread
 * outside of parallel regions, run by TestOverlap: none of the kernels ends before
 * all have begun. Afterwards the runtime's threads sleep. */
#include <dirent.h>
#include <pthread.h>
#include <unistd.h>

#include "../module.h"

enum { TASKS = 4, SIZE = 200000 };
static char data[TASKS][SIZE];

static const unsigned sizes[] = {8, 4};
static __ompcc_kernel_t kernel = {"meet", 1, 2, sizes, 0, 0, 0, {0, 0}};
static const char text[] = ".target sm_80", hsaco[] = "....";
static __ompcc_unit_t unit = {1, 0, 0, 0, __FILE__, 0, 0};
static __ompcc_unit_t *units[] = {&unit};
static const __ompcc_image_t images[] = {
    {"nvptx64", "sm_80", "ptx", text, text + sizeof text - 1}, {"amdgcn", "gfx90a", "hsaco", hsaco, hsaco + sizeof hsaco}};
static __ompcc_module_t module = {1, units, units + 1, 0, 0, images, COUNT(images), 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target nowait", &kernel, ITEM("data", MAP, TO | FROM | PARAM), ITEM("n", VALUE, PARAM));

/* running is the number of threads of the process that are not asleep. */
static int running(void) {
	DIR *d = opendir("/proc/self/task");
	int n = 0;
	for (struct dirent *e; d && (e = readdir(d));) {
		char path[300], state = 'S';
		snprintf(path, sizeof path, "/proc/self/task/%s/stat", e->d_name);
		FILE *f = *e->d_name == '.' ? NULL : fopen(path, "r");
		if (f && fscanf(f, "%*d (%*[^)]) %c", &state) == 1)
			n += state == 'R';
		if (f)
			fclose(f);
	}
	if (d)
		closedir(d);
	return n;
}

#ifdef _OPENMP
static void tasks(void) {
	enum { NOWAIT = 1, TASK = 16, DEFERRED = 64, FLAGS = NOWAIT | TASK | DEFERRED };
	for (int i = 0; i < TASKS; i++) {
		int n = TASKS;
		__ompcc_launch_t l = {.device = DEFAULT_DEVICE, .flags = FLAGS, .task = __ompcc_target_task(&run, FLAGS)};
#pragma omp task firstprivate(l, i, n)
		CHECK(__ompcc_target(&run, &l, ARGS({data[i], data[i], SIZE}, {0, &n, sizeof n})));
	}
#pragma omp taskwait
}
#else
static void *task(void *p) {
	int n = TASKS;
	__ompcc_launch_t l = {.device = DEFAULT_DEVICE, .flags = 1};
	CHECK(__ompcc_target(&run, &l, ARGS({p, p, SIZE}, {0, &n, sizeof n})));
	return NULL;
}

static void tasks(void) {
	pthread_t t[TASKS];
	for (int i = 0; i < TASKS; i++)
		CHECK(!pthread_create(&t[i], NULL, task, data[i]));
	for (int i = 0; i < TASKS; i++)
		pthread_join(t[i], NULL);
}
#endif

int main(void) {
	tasks();
	int awake = 2;
	for (int tries = 0; tries < 3000 && awake > 1; tries++) { /* this thread is awake */
		usleep(20000);
		awake = running();
	}
	CHECK(awake == 1);
	puts("ok");
}
