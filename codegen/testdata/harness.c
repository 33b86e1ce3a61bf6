/* A small runtime for the CPU images of the tests: real threads, one team at a
 * time, and the samples' expected results. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { unsigned team_num, num_teams, thread_limit, num_threads; } team_t;
typedef struct { unsigned thread_num, num_threads, level, active_level, team_num, num_teams, thread_limit, max_threads; int device_num; } thread_t;
typedef struct { const char *name; void *addr; unsigned long size; unsigned kind, flags; } entry_t;
extern const entry_t __start_ompcc_cpu_entries[], __stop_ompcc_cpu_entries[];

static __thread thread_t self;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, named = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;
static unsigned long loop_trip, loop_at, loop_chunk;

const thread_t *__ompcc_cpu_self(void) { return &self; }
void __ompcc_cpu_barrier(void) { if (self.num_threads > 1) pthread_barrier_wait(&barrier); }
void __ompcc_cpu_lock(void) { pthread_mutex_lock(&lock); }
void __ompcc_cpu_unlock(void) { pthread_mutex_unlock(&lock); }
void __ompcc_cpu_yield(void) {}
void __ompcc_cpu_critical_begin(const char *n) { (void)n; pthread_mutex_lock(&named); }
void __ompcc_cpu_critical_end(const char *n) { (void)n; pthread_mutex_unlock(&named); }
int __ompcc_cpu_single(void) { return self.thread_num == 0; }
void __ompcc_cpu_loop_begin(int s, unsigned long trip, unsigned long chunk) {
	(void)s;
	__ompcc_cpu_barrier();
	if (self.thread_num == 0) loop_trip = trip, loop_at = 0, loop_chunk = chunk ? chunk : 1;
	__ompcc_cpu_barrier();
}
int __ompcc_cpu_loop_next(unsigned long *lo, unsigned long *hi) {
	*lo = __atomic_fetch_add(&loop_at, loop_chunk, __ATOMIC_RELAXED);
	*hi = *lo + loop_chunk < loop_trip ? *lo + loop_chunk : loop_trip;
	return *lo < loop_trip;
}

typedef struct { void (*fn)(void *); void *ctx; thread_t self; } start_t;
static void *start(void *p) { start_t *s = p; self = s->self; s->fn(s->ctx); __ompcc_cpu_barrier(); return 0; }
void __ompcc_cpu_parallel(void (*fn)(void *), void *ctx, unsigned n) {
	thread_t old = self;
	pthread_t ids[16];
	start_t st[16];
	if (n == 0) n = 4;
	if (self.level > 0) n = 1;
	if (n > 1) pthread_barrier_init(&barrier, 0, n);
	for (unsigned i = 0; i < n; i++) {
		st[i] = (start_t){fn, ctx, old};
		st[i].self.thread_num = i, st[i].self.num_threads = n, st[i].self.level++;
		if (i) pthread_create(&ids[i], 0, start, &st[i]);
	}
	start(&st[0]);
	for (unsigned i = 1; i < n; i++) pthread_join(ids[i], 0);
	self = old;
}

static void launch(const char *name, unsigned teams, void **args) {
	for (const entry_t *e = __start_ompcc_cpu_entries; e < __stop_ompcc_cpu_entries; e++)
		if (!strcmp(e->name, name))
			for (unsigned t = 0; t < teams; t++) {
				team_t team = {t, teams, 16, 4};
				memset(&self, 0, sizeof self);
				self.num_threads = 1, self.team_num = t, self.num_teams = teams, self.max_threads = 4;
				((void (*)(void *const *, const team_t *))e->addr)(args, &team);
			}
}

enum { N = 37, M = 53 };
static double a[(N + 2) * (M + 2)], b[(N + 2) * (M + 2)], r[N];
static float fx[N * M], fy[N * M], fz[N * N];
static int hx[N * M], h[7];
#define CHECK(c) do { if (!(c)) { printf("%s: wrong: %s\n", argv[1], #c); return 1; } } while (0)
#define IS(n) (!strcmp(argv[1], n))

int main(int argc, char **argv) {
	int n = N, m = M, nm = N * M;
	float fa = 2;
	void *pa = a, *pb = b, *pr = r, *px = fx, *py = fy, *pz = fz, *ph = h, *phx = hx;
	double s = 10;
	void *ps = &s;
	char k[64];
	if (argc < 2) return 2;
	snprintf(k, sizeof k, "__ompcc_k_%s", argv[1]);
	for (int i = 0; i < (N + 2) * (M + 2); i++) a[i] = i % 11, b[i] = i % 5;
	for (int i = 0; i < nm; i++) fx[i] = i, fy[i] = i % 3, hx[i] = i * i % 7;
	if (IS("saxpy")) {
		launch(k, 5, (void *[]){&px, &py, &fa, &nm});
		for (int i = 0; i < nm; i++) CHECK(fy[i] == 2.0f * i + i % 3);
	} else if (IS("dot")) {
		double w = 10;
		launch(k, 3, (void *[]){&pa, &pb, &ps, &nm});
		for (int i = 0; i < nm; i++) w += a[i] * b[i];
		CHECK(s == w);
	} else if (IS("stencil")) {
		launch(k, 4, (void *[]){&pa, &pb, &n, &m});
		for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++)
			CHECK(b[i * (m + 2) + j] == 0.25 * (a[(i - 1) * (m + 2) + j] + a[(i + 1) * (m + 2) + j] + a[i * (m + 2) + j - 1] + a[i * (m + 2) + j + 1]));
	} else if (IS("histogram")) {
		int w[7] = {0};
		launch(k, 3, (void *[]){&phx, &ph, &nm});
		for (int i = 0; i < nm; i++) w[hx[i]]++;
		for (int i = 0; i < 7; i++) CHECK(h[i] == w[i]);
	} else if (IS("rowsum")) {
		launch(k, 3, (void *[]){&pa, &pr, &n, &m});
		for (int i = 0; i < n; i++) { double w = 0; for (int j = 0; j < m; j++) w += a[i * m + j]; CHECK(r[i] == w); }
	} else if (IS("rowscale")) {
		launch(k, 3, (void *[]){&pa, &pb, &n, &m});
		for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) CHECK(a[i * m + j] == (i * m + j) % 11 * (double)(i % 5));
	} else if (IS("matmul")) {
		launch(k, 3, (void *[]){&px, &py, &pz, &n});
		for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) {
			float w = 0;
			for (int l = 0; l < n; l++) w += fx[i * n + l] * fy[l * n + j];
			CHECK(fz[i * n + j] == w);
		}
	} else if (IS("constructs")) {
		int out[10] = {0}, w[] = {4, 1, 1, 2, 1, N, N, N, 16, 81};
		void *po = out;
		launch(k, 1, (void *[]){&po, &n});
		for (int i = 0; i < 10; i++) CHECK(out[i] == w[i]);
	} else if (IS("minmax")) {
		float lo = 100;
		int all = 1, hh[4] = {1, 2, 3, 4};
		void *pl = &lo, *pall = &all, *ph4 = hh;
		fx[77] = -5;
		launch(k, 3, (void *[]){&px, &pl, &pall, &ph4, &nm});
		CHECK(lo == -5 && all == 0);
		for (int i = 0; i < 4; i++) CHECK(hh[i] == i + 1 + (nm - i + 3) / 4);
	} else
		return 2;
	puts("ok");
	return 0;
}
