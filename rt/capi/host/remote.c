/* Devices of other ranks (OMPCC_REMOTE): starts the ranks, collects their devices, serves kernels and ends the ranks.
 * rt/remote sends and receives the messages. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "emulate.h"
#include "../entry/globals.h"
#include "loader.h"
#include "remote.h"
#include "start.h"
#include "watch.h"
#include "../../sanitize/sanitize.h"
#include "../bridge.h"

static const char serve_argument[] = "--ompcc-serve";

/* rank_t is the description that each rank sends to rank 0. */
enum { RANK_DEVICES = 16,
	RANK_VERSION = 1 };

typedef struct {
	uint64_t version, program;
	char node[64];
	int n;
	struct {
		char kind[8], vendor[16], arch[16], uid[48], isa[32];
	} device[RANK_DEVICES];
} rank_t;

static const ompcc_transport_t *transport;
static ompcc_remote_t *devices;
static int count;
static int servers; /* number of servers to start for this process; 0: mpirun has started the ranks */

const ompcc_transport_t *ompcc_transport_used(void) { return transport; }

const ompcc_remote_t *ompcc_remote_device(int index) { return &devices[index]; }

/* --- the library ------------------------------------------------------------------ */

static const ompcc_transport_t *open_library(void) {
	char path[4096];
	const char *named = getenv("OMPCC_MPI");
	if (named && *named)
		snprintf(path, sizeof path, "%s", named);
	else if (snprintf(path, sizeof path, "%s/libompcc-mpi.so", ompcc_lib_dir()) < (int)sizeof path && !access(path, R_OK))
		;
	else
		snprintf(path, sizeof path, "libompcc-mpi.so");
	/* RTLD_GLOBAL: MPI's plugins look up its symbols in the global scope. */
	void *library = ompcc_dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	if (!library) {
		const char *text = ompcc_dlerror();
		ompcc_warn("OMPCC_REMOTE: no device of another rank is used: %s (make remote MPICC=mpicc builds libompcc-mpi.so, OMPCC_MPI names it)",
			text ? text : path);
		return NULL;
	}
	const ompcc_transport_t *t = ompcc_dlsym(library, "ompcc_transport");
	if (t && t->version == OMPCC_TRANSPORT_VERSION)
		return t;
	ompcc_warn("OMPCC_REMOTE: %s is of another version of ompcc; build it again (make remote)", path);
	return NULL;
}

/* --- ranks and their devices ------------------------------------------------------- */

/* program_hash returns a hash of the program's file (FNV-1a over its words, the rest and its size). */
static uint64_t program_hash(void) {
	uint64_t hash = 14695981039346656037u, rest = 0;
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	off_t size = file < 0 ? 0 : lseek(file, 0, SEEK_END);
	const uint64_t *at = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
	if (at != MAP_FAILED) {
		for (off_t i = 0; i < size / 8; i++)
			hash = (hash ^ at[i]) * 1099511628211u;
		memcpy(&rest, at + size / 8, (size_t)size % 8);
		hash = (hash ^ rest) * 1099511628211u;
		munmap((void *)at, (size_t)size);
	}
	if (file >= 0)
		close(file);
	return (hash ^ (uint64_t)size) * 1099511628211u;
}

static void describe_self(rank_t *r, int own) {
	*r = (rank_t){.version = RANK_VERSION, .program = program_hash()};
	transport->node(r->node, sizeof r->node);
	r->n = own ? ompcc_num_devices() : 0;
	if (r->n > RANK_DEVICES)
		r->n = RANK_DEVICES;
	for (int i = 0; i < r->n; i++) {
		ompcc_traits_t t;
		ompcc_traits_of(i, &t);
		snprintf(r->device[i].kind, sizeof r->device[i].kind, "%s", t.kind);
		snprintf(r->device[i].vendor, sizeof r->device[i].vendor, "%s", t.vendor);
		snprintf(r->device[i].arch, sizeof r->device[i].arch, "%s", t.arch);
		snprintf(r->device[i].uid, sizeof r->device[i].uid, "%.47s", t.uid);
		snprintf(r->device[i].isa, sizeof r->device[i].isa, "%s", t.isa);
	}
}

static void add_rank(int rank, const rank_t *r) {
	for (int i = 0; i < r->n && count < OMPCC_MAX_DEVICES; i++) {
		ompcc_remote_t *d = &devices[count++];
		*d = (ompcc_remote_t){
			.rank = rank,
			.index = i,
			.traits = {.kind = r->device[i].kind, .vendor = r->device[i].vendor, .arch = r->device[i].arch},
		};
		snprintf(d->traits.uid, sizeof d->traits.uid, "rank%d:%.47s", rank, r->device[i].uid);
		snprintf(d->traits.isa, sizeof d->traits.isa, "%s", r->device[i].isa);
		memcpy(d->node, r->node, sizeof d->node);
	}
}

static void add_ranks(const rank_t *all, int n) {
	for (int i = 1; i < n; i++) {
		if (all[i].version == all[0].version && all[i].program == all[0].program)
			add_rank(i, &all[i]);
		else if (ompcc_env()->offload == OMPCC_OFFLOAD_MANDATORY)
			ompcc_fatal("error: rank %d on node %s runs another image of the program", i, all[i].node);
		else
			ompcc_warn("the devices of rank %d on node %s are not used: it runs another image of the program", i, all[i].node);
	}
}

/* meet collects the descriptions of all ranks on rank 0 and starts to receive messages. */
static int meet(void) {
	int n = transport->ranks(), me = transport->rank();
	rank_t *all = calloc((size_t)n, sizeof *all), *mine = calloc(1, sizeof *mine);
	devices = calloc(OMPCC_MAX_DEVICES, sizeof *devices);
	if (!all || !mine || !devices)
		ompcc_fatal("error: out of memory");
	describe_self(mine, me != 0);
	int e = transport->gather(mine, all, (int)sizeof *mine);
	if (!e && me == 0)
		add_ranks(all, n); /* the devices refer to strings in all, so meet does not free it */
	return e ? e : transport->listen();
}

static void obstacle(int error, const char *why) {
	char text[256];
	if (error > 0)
		transport->explain(error, text, sizeof text);
	ompcc_warn("OMPCC_REMOTE: no device of another rank is used: %s", error > 0 ? text : why);
	transport = NULL;
	count = 0;
}

/* --- end --------------------------------------------------------------------------- */

static int over;
static pid_t self; /* the process that started the transport, not a child of fork */

static void end(int status, void *unused) {
	(void)unused;
	if (over || !transport || getpid() != self)
		return;
	over = 1;
	ompcc_start();
	if (ompcc_start_obstacle() || !ompcc_go_remote_quit()) {
		/* MPI_Finalize would wait for a lost rank. mpirun ends the remaining ranks. */
		fflush(NULL);
		_exit(status);
	}
	transport->finish();
}

/* program_ends ends the servers when the program finalizes MPI itself. The transport calls it. */
static void program_ends(void) {
	if (!over) {
		over = 1;
		ompcc_start();
		if (ompcc_go_remote_quit())
			transport->finish();
	}
}

/* --- the server -------------------------------------------------------------------- */

int ompcc_remote_serving;

const __ompcc_construct_t ompcc_remote_construct = {.directive = "target"};

static char broken[600];
static int is_broken;

void ompcc_remote_break(const char *text, size_t n) {
	if (!__atomic_exchange_n(&is_broken, 1, __ATOMIC_ACQ_REL)) {
		memcpy(broken, text, n < sizeof broken ? n : sizeof broken - 1);
		__atomic_store_n(&is_broken, 2, __ATOMIC_RELEASE);
	}
	for (;;)
		pause();
}

const char *ompcc_remote_broken(void) { return __atomic_load_n(&is_broken, __ATOMIC_ACQUIRE) == 2 ? broken : ""; }

/* The output of kernels goes to a file in memory (memfd), from which the server sends it to rank 0. */
static int printed = -1;
static off_t printed_at;

static void capture(void) {
	printed = memfd_create("ompcc-output", MFD_CLOEXEC);
	if (printed < 0)
		return;
	fcntl(printed, F_SETFL, O_APPEND);
	fflush(stdout);
	dup2(printed, 1);
}

size_t ompcc_remote_printed(char *text, size_t size) {
	if (printed < 0)
		return 0;
	fflush(stdout);
	ssize_t n = pread(printed, text, size, printed_at);
	if (n <= 0)
		return 0;
	printed_at += n;
	/* Frees what is read. Truncating would lose what a kernel prints meanwhile. */
	fallocate(printed, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, printed_at);
	return (size_t)n;
}

/* launcher_t is a C thread that runs kernels. Go threads must not run them: Go does not know the stacks of the
 * kernels' fibers. */
typedef struct launcher_s {
	struct launcher_s *next;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	const ompcc_cpu_launch_t *work;
	int index;
} launcher_t;

static launcher_t *launchers;
static pthread_mutex_t launchers_lock = PTHREAD_MUTEX_INITIALIZER;

static void launch(int index, const ompcc_cpu_launch_t *l) {
	int entered = ompcc_globals_enter(index);
	ompcc_cpu_launch(l);
	ompcc_globals_leave(entered);
}

static void *launch_for_ever(void *at) {
	launcher_t *l = at;
	pthread_mutex_lock(&l->lock);
	for (;;) {
		while (!l->work)
			pthread_cond_wait(&l->changed, &l->lock);
		launch(l->index, l->work);
		l->work = NULL;
		pthread_cond_broadcast(&l->changed);
	}
	return NULL;
}

/* idle_launcher returns a thread without work. It starts one if necessary, and returns NULL if it cannot. */
static launcher_t *idle_launcher(void) {
	pthread_t thread;
	pthread_mutex_lock(&launchers_lock);
	launcher_t *l = launchers;
	if (l)
		launchers = l->next;
	pthread_mutex_unlock(&launchers_lock);
	if (l)
		return l;
	if (!(l = calloc(1, sizeof *l)))
		return NULL;
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->changed, NULL);
	if (pthread_create(&thread, NULL, launch_for_ever, l)) {
		free(l);
		return NULL;
	}
	pthread_detach(thread);
	return l;
}

static void launch_by(launcher_t *l, int index, const ompcc_cpu_launch_t *work) {
	pthread_mutex_lock(&l->lock);
	l->index = index;
	l->work = work;
	pthread_cond_broadcast(&l->changed);
	while (l->work)
		pthread_cond_wait(&l->changed, &l->lock);
	pthread_mutex_unlock(&l->lock);
	pthread_mutex_lock(&launchers_lock);
	l->next = launchers;
	launchers = l;
	pthread_mutex_unlock(&launchers_lock);
}

unsigned ompcc_remote_launch(int index, int num, uintptr_t entry, uintptr_t args, unsigned flags, unsigned teams, unsigned limit,
	unsigned threads, unsigned max_teams, unsigned max_limit, unsigned long trip) {
	ompcc_cpu_launch_t work = {
		.entry = (ompcc_cpu_entry_t)entry,
		.args = (void *const *)args,
		.flags = flags,
		.num_teams = teams,
		.thread_limit = limit,
		.num_threads = threads,
		.max_teams = max_teams,
		.teams_thread_limit = max_limit,
		.trip = trip,
		.device_num = num,
		.tag = &ompcc_remote_construct,
	};
	launcher_t *l = idle_launcher();
	if (!l)
		ompcc_fatal("error: no thread can be started");
	launch_by(l, index, &work);
	return ompcc_cpu_teams(&work);
}

void ompcc_remote_total(int n) { __atomic_store_n(&ompcc_device_count, n, __ATOMIC_RELEASE); }

int ompcc_remote_ranks(void) { return transport ? transport->ranks() : 1; }

static _Noreturn void serve(void) {
	capture();
	ompcc_start();
	ompcc_go_serve(getppid());
	transport->finish();
	_exit(EXIT_SUCCESS);
}

enum { SPIN = 64,
	YIELD = 2048,
	MOST_SLEEP = 500 };

void ompcc_remote_pause(int idle) {
	if (idle < SPIN)
		return;
	if (idle < YIELD) {
		sched_yield();
		return;
	}
	int us = 20 + (idle - YIELD) / 8;
	struct timespec t = {0, (us < MOST_SLEEP ? us : MOST_SLEEP) * 1000L};
	nanosleep(&t, NULL);
}

/* --- start ------------------------------------------------------------------------- */

/* is_server reports whether the transport started this process as a server (mpi:spawn:N). */
static int is_server(void) {
	char text[4096];
	int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
	if (file >= 0)
		close(file);
	text[n > 0 ? n : 0] = 0;
	size_t first = strlen(text) + 1;
	return (ssize_t)first < n && !strcmp(text + first, serve_argument);
}

/* launched returns the number of ranks that mpirun started, from its environment variables; 0: unknown. */
static int launched(void) {
	static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (getenv(names[i]))
			return atoi(getenv(names[i]));
	return 0;
}

static void begin(int more) {
	char why[256] = "", program[4096] = "";
	if (ompcc_checking()) {
		ompcc_warn("OMPCC_REMOTE: no device of another rank is used: the program is compiled with -fsanitize=offload");
		return;
	}
	if (!(transport = open_library()))
		return;
	if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
		*program = 0;
	int e = transport->start(more, program, serve_argument, why, sizeof why);
	if (!e && more == 0 && transport->ranks() == 1 && launched() > 1)
		ompcc_fatal("error: OMPCC_REMOTE: mpirun has started %d ranks, but libompcc-mpi.so knows one: build it with the mpicc that belongs to mpirun (make remote MPICC=...)",
			launched());
	ompcc_remote_serving = !e && transport->rank() != 0;
	if (!e)
		e = meet();
	if (ompcc_remote_serving && !e)
		serve();
	if (e)
		obstacle(e, why);
	else if (more > 0)
		transport->ended(program_ends);
	self = getpid();
	if (transport)
		on_exit(end, NULL);
}

void ompcc_remote_early(void) {
	const char *v = getenv("OMPCC_REMOTE");
	char *rest;
	if (!v || !*v)
		return;
	if (!strcmp(v, "mpi")) {
		begin(0);
	} else if (!strncmp(v, "mpi:spawn:", 10) && (servers = (int)strtol(v + 10, &rest, 10)) > 0 && !*rest) {
		if (is_server())
			begin(-1);
	} else {
		servers = 0;
		ompcc_warn("OMPCC_REMOTE='%s' is neither mpi nor mpi:spawn:N; ignored", v);
	}
}

int ompcc_remote_count(void) {
	if (servers > 0 && !transport && !ompcc_remote_serving)
		begin(servers);
	return count;
}
