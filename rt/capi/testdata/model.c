/* Random constructs and routines, first from one thread, then from 16 at once,
 * each compared with a model of what the specification says (OpenMP 5.2 §5.8.3):
 * model [OPERATIONS [THREADS]].
 * stdout: 1000000 operations from 1 threads, 0 differences
 * stdout: 1000000 operations from 16 threads, 0 differences
 */
#include <pthread.h>
#include <stdint.h>

#include "module.h"

extern int omp_target_is_present(const void *, int);
extern void *omp_get_mapped_ptr(const void *, int);
extern void omp_target_free(void *, int);
extern void *omp_target_alloc(size_t, int);
extern int omp_target_associate_ptr(const void *, const void *, size_t, size_t, int);
extern int omp_target_disassociate_ptr(const void *, int);

enum { SIZE = 2048, PARTS = 64, THREADS = 16, ITEMS = 3, INFINITE = 1 << 30 };

KERNEL(add, 2);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	unsigned char *p = *(unsigned char **)args[0];
	unsigned long n = *(unsigned long *)args[1];
	(void)team;
	for (unsigned long i = 0; i < n; i++)
		p[i]++;
}
MODULE({"add", (void *)add_body, 0, 2, 0});

/* What one thread has: its host storage, the model of it, and of its parts that
 * are mapped. */
typedef struct {
	int begin, size, refs;
	unsigned char *device;       /* of the runtime: must not move while it is mapped */
	unsigned char *own;          /* associated storage */
} part_t;
typedef struct {
	unsigned char host[SIZE];
	unsigned char model[SIZE], mapped[SIZE]; /* the host's and the device's data */
	part_t part[PARTS];
	int nparts;
	uint64_t seed;
	long operations, differences;
	__ompcc_construct_t construct;
	__ompcc_item_t item[ITEMS];
} world_t;

static world_t worlds[THREADS];
static unsigned char shared[256];

static unsigned chance(world_t *w, unsigned n) {
	w->seed ^= w->seed << 13;
	w->seed ^= w->seed >> 7;
	w->seed ^= w->seed << 17;
	return (unsigned)(w->seed >> 20) % n;
}

static void expect(world_t *w, int ok, const char *what) {
	if (!ok && w->differences++ < 5)
		printf("operation %ld: %s\n", w->operations, what);
}

/* find returns the part that contains [begin, begin+size), NULL if there is none;
 * *clash when only some of it is mapped, which is an error in a program. */
static part_t *find(world_t *w, int begin, int size, int *clash) {
	*clash = 0;
	for (int i = 0; i < w->nparts; i++) {
		part_t *p = &w->part[i];
		if (begin >= p->begin + p->size || p->begin >= begin + size)
			continue;
		*clash = begin < p->begin || begin + size > p->begin + p->size;
		return p;
	}
	return NULL;
}

typedef struct {
	int begin, size;
	unsigned flags;
} section_t;

/* choose picks sections that do not touch each other's parts, and that no
 * correct program would map otherwise. */
static int choose(world_t *w, section_t *s, const unsigned *kinds, unsigned nkinds, int update) {
	int n = 1 + (int)chance(w, ITEMS), clash;
	for (int i = 0; i < n; i++) {
		s[i].size = 1 + (int)chance(w, chance(w, 4) ? 40 : 300);
		s[i].begin = (int)chance(w, SIZE - 300);
		if (w->nparts && chance(w, 3)) {
			part_t *p = &w->part[chance(w, (unsigned)w->nparts)];
			s[i].begin = p->begin, s[i].size = p->size;
			if (chance(w, 4) == 0) {
				s[i].begin += (int)chance(w, (unsigned)p->size);
				s[i].size = 1 + (int)chance(w, (unsigned)(p->begin + p->size - s[i].begin));
			}
		}
		s[i].flags = kinds[chance(w, nkinds)];
		part_t *p = find(w, s[i].begin, s[i].size, &clash);
		if (clash)
			return 0;
		for (int j = 0; j < i; j++) {
			part_t *q = find(w, s[j].begin, s[j].size, &clash);
			if ((p && p == q && !update) || (s[i].begin < s[j].begin + s[j].size && s[j].begin < s[i].begin + s[i].size))
				return 0;
		}
	}
	return n;
}

static const __ompcc_construct_t *construct(world_t *w, int kind, const section_t *s, int n, __ompcc_arg_t *a, __ompcc_kernel_t *k) {
	for (int i = 0; i < n; i++) {
		w->item[i] = (__ompcc_item_t){"host[begin:size]", "", MAP, s[i].flags, -1, 1, 1, 0, 0};
		a[i] = (__ompcc_arg_t){w->host, w->host + s[i].begin, (unsigned long)s[i].size};
	}
	w->construct = (__ompcc_construct_t){1, (unsigned)kind, {__FILE__, "test", 1, 1}, "random", (unsigned)n, w->item, k, 0};
	return &w->construct;
}

static void model_enter(world_t *w, const section_t *s, int n) {
	int clash;
	for (int i = 0; i < n; i++) {
		part_t *p = find(w, s[i].begin, s[i].size, &clash);
		int fresh = !p;
		if (fresh) {
			p = &w->part[w->nparts++];
			*p = (part_t){s[i].begin, s[i].size, 0, 0, 0};
		}
		if (p->refs < INFINITE)
			p->refs++;
		if (s[i].flags & TO && (fresh || s[i].flags & ALWAYS))
			memcpy(w->mapped + s[i].begin, w->model + s[i].begin, (size_t)s[i].size);
		else if (fresh) /* undefined: whatever it is */
			memcpy(w->mapped + s[i].begin, omp_get_mapped_ptr(w->host + s[i].begin, 0), (size_t)s[i].size);
		unsigned char *d = omp_get_mapped_ptr(w->host + p->begin, 0);
		expect(w, d && (fresh || d == p->device), "device storage moved");
		p->device = d;
	}
}

static void model_exit(world_t *w, const section_t *s, int n) {
	int clash;
	for (int i = 0; i < n; i++) {
		part_t *p = find(w, s[i].begin, s[i].size, &clash);
		if (!p)
			continue;
		if (p->refs < INFINITE)
			p->refs = s[i].flags & DELETE ? 0 : p->refs - 1;
		if (s[i].flags & FROM && (p->refs == 0 || s[i].flags & ALWAYS))
			memcpy(w->model + s[i].begin, w->mapped + s[i].begin, (size_t)s[i].size);
		if (p->refs == 0)
			*p = w->part[--w->nparts];
	}
}

static void model_update(world_t *w, const section_t *s, int n) {
	int clash;
	for (int i = 0; i < n; i++) {
		if (!find(w, s[i].begin, s[i].size, &clash))
			continue;
		unsigned char *to = s[i].flags & TO ? w->mapped : w->model, *from = s[i].flags & TO ? w->model : w->mapped;
		memcpy(to + s[i].begin, from + s[i].begin, (size_t)s[i].size);
	}
}

/* launch increments what it maps, which may be there or not. */
static void launch(world_t *w, section_t *s) {
	__ompcc_arg_t a[2];
	unsigned long n = (unsigned long)s->size;
	s->flags |= PARAM;
	construct(w, 1, s, 1, a, &add);
	w->item[1] = (__ompcc_item_t){"n", "", VALUE, PARAM, -1, 1, 1, 0, 0};
	w->construct.nitems = 2;
	a[0].base = a[0].begin;
	a[1] = (__ompcc_arg_t){NULL, &n, sizeof n};
	expect(w, __ompcc_target(&w->construct, &here, a), "the kernel ran on the host");
	int clash, there = find(w, s->begin, s->size, &clash) != NULL;
	if (!there)
		memcpy(w->mapped + s->begin, w->model + s->begin, n);
	for (unsigned long i = 0; i < n; i++)
		w->mapped[s->begin + (int)i]++;
	if (!there)
		memcpy(w->model + s->begin, w->mapped + s->begin, n);
}

/* associate gives a part storage of our own, or takes it back. */
static void associate(world_t *w) {
	int clash, begin = (int)chance(w, SIZE - 64);
	for (int i = 0; i < w->nparts; i++)
		if (w->part[i].own && chance(w, 2)) {
			expect(w, !omp_target_disassociate_ptr(w->host + w->part[i].begin, 0), "disassociate");
			omp_target_free(w->part[i].own, 0);
			w->part[i] = w->part[--w->nparts];
			return;
		}
	if (find(w, begin, 64, &clash) || w->nparts == PARTS)
		return;
	unsigned char *d = omp_target_alloc(64, 0);
	memcpy(d, w->mapped + begin, 64);
	expect(w, !omp_target_associate_ptr(w->host + begin, d, 64, 0, 0), "associate");
	w->part[w->nparts++] = (part_t){begin, 64, INFINITE, d, d};
}

static void look(world_t *w) {
	int clash, at = (int)chance(w, SIZE);
	part_t *p = find(w, at, 1, &clash);
	expect(w, omp_target_is_present(w->host + at, 0) == (p != NULL), "is_present");
	expect(w, omp_get_mapped_ptr(w->host + at, 0) == (p ? p->device + (at - p->begin) : NULL), "get_mapped_ptr");
}

static void compare(world_t *w) {
	expect(w, !memcmp(w->host, w->model, SIZE), "the host's data");
	for (int i = 0; i < w->nparts; i++)
		expect(w, !memcmp(w->part[i].device, w->mapped + w->part[i].begin, (size_t)w->part[i].size), "the device's data");
}

CONSTRUCT(hold, 2, "target enter data", 0, ITEM("shared", MAP, TO));
CONSTRUCT(drop, 3, "target exit data", 0, ITEM("shared", MAP, RELEASE));

/* All threads map the same storage. */
static void share(world_t *w) {
	__ompcc_enter_data(&hold, &here, ARGS({shared, shared, sizeof shared}));
	const unsigned char *d = omp_get_mapped_ptr(shared, 0);
	expect(w, d && !memcmp(d, shared, sizeof shared), "shared data");
	__ompcc_exit_data(&drop, &here, ARGS({shared, shared, sizeof shared}));
}

/* step does one operation; 0 when what chance has chosen would be wrong. */
static int step(world_t *w) {
	static const unsigned in[] = {0, TO, TO | FROM, TO | ALWAYS, TO | PRESENT}, out[] = {RELEASE, FROM, FROM, FROM | ALWAYS, DELETE, RELEASE},
	                      up[] = {TO, FROM}, both[] = {TO | FROM};
	section_t s[ITEMS];
	__ompcc_arg_t a[ITEMS];
	int n, k = (int)chance(w, SIZE), clash;
	w->host[k] = w->model[k] = (unsigned char)w->operations;
	switch (chance(w, 8)) {
	case 0: case 1:
		if (w->nparts + ITEMS > PARTS || !(n = choose(w, s, in, 5, 0)))
			return 0;
		for (int i = 0; i < n; i++)
			if (s[i].flags & PRESENT && !find(w, s[i].begin, s[i].size, &clash))
				s[i].flags = TO;
		__ompcc_enter_data(construct(w, 2, s, n, a, NULL), &here, a);
		model_enter(w, s, n);
		break;
	case 2: case 3:
		if (!(n = choose(w, s, out, 6, 0)))
			return 0;
		__ompcc_exit_data(construct(w, 3, s, n, a, NULL), &here, a);
		model_exit(w, s, n);
		break;
	case 4:
		if (!(n = choose(w, s, up, 2, 1)))
			return 0;
		__ompcc_update(construct(w, 4, s, n, a, NULL), &here, a);
		model_update(w, s, n);
		break;
	case 5:
		if (!choose(w, s, both, 1, 0))
			return 0;
		launch(w, s);
		break;
	case 6:
		chance(w, 4) ? share(w) : associate(w);
		break;
	default:
		look(w);
	}
	compare(w);
	return 1;
}

static long each;

static void *work(void *arg) {
	world_t *w = arg;
	for (w->operations = 0; w->operations < each; w->operations++)
		while (!step(w))
			;
	/* Everything goes away again. */
	while (w->nparts) {
		part_t *p = &w->part[0];
		section_t s = {p->begin, p->size, DELETE};
		__ompcc_arg_t a;
		if (p->own) {
			expect(w, !omp_target_disassociate_ptr(w->host + p->begin, 0), "disassociate");
			omp_target_free(p->own, 0);
			w->part[0] = w->part[--w->nparts];
			continue;
		}
		__ompcc_exit_data(construct(w, 3, &s, 1, &a, NULL), &here, &a);
		model_exit(w, &s, 1);
	}
	for (int i = 0; i < SIZE; i++)
		expect(w, !omp_target_is_present(w->host + i, 0), "something is left");
	return NULL;
}

static long run(long operations, int threads) {
	pthread_t thread[THREADS];
	long differences = 0;
	each = operations / threads;
	memset(worlds, 0, sizeof worlds);
	for (int i = 0; i < threads; i++) {
		worlds[i].seed = 88172645463325252u + (uint64_t)i * 7919;
		if (pthread_create(&thread[i], NULL, work, &worlds[i]))
			exit(2);
	}
	for (int i = 0; i < threads; i++) {
		pthread_join(thread[i], NULL);
		differences += worlds[i].differences;
	}
	printf("%ld operations from %d threads, %ld differences\n", each * threads, threads, differences);
	return differences;
}

int main(int argc, char **argv) {
	long operations = argc > 1 ? atol(argv[1]) : 1000000;
	for (unsigned i = 0; i < sizeof shared; i++)
		shared[i] = (unsigned char)i;
	return run(operations, 1) + run(operations, THREADS) != 0;
}
