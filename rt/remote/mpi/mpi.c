/* The transport of rt/remote on MPI: non-blocking messages on a communicator of the runtime's own. Callers take turns
 * (MPI_THREAD_SERIALIZED); beside a program that calls MPI itself it needs MPI_THREAD_MULTIPLE. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transport.h"

static MPI_Comm comm = MPI_COMM_NULL, between = MPI_COMM_NULL;
static int own; /* MPI is initialised here */
static char control[OMPCC_TRANSPORT_CONTROL];

/* Requests under way; the first one is that of control messages. */
static struct {
	MPI_Request *request;
	uint64_t *id;
	int *index;
	MPI_Status *status;
	int n, room;
} active;

static int grow(void) {
	int room = active.room ? 2 * active.room : 64;
	MPI_Request *request = realloc(active.request, (size_t)room * sizeof *request);
	if (request)
		active.request = request;
	uint64_t *id = realloc(active.id, (size_t)room * sizeof *id);
	if (id)
		active.id = id;
	int *index = realloc(active.index, (size_t)room * sizeof *index);
	if (index)
		active.index = index;
	MPI_Status *status = realloc(active.status, (size_t)room * sizeof *status);
	if (status)
		active.status = status;
	if (!request || !id || !index || !status)
		return MPI_ERR_NO_MEM;
	active.room = room;
	return MPI_SUCCESS;
}

/* --- begin and end -------------------------------------------------------------- */

static int initialise(int need, char *why, size_t size) {
	int is, level, e;
	if ((e = MPI_Initialized(&is)))
		return e;
	if (is) {
		snprintf(why, size, "the program has initialised MPI itself; write OMPCC_REMOTE=mpi:spawn:N");
		return -1;
	}
	if ((e = MPI_Init_thread(NULL, NULL, need, &level)))
		return e;
	own = 1;
	if (level < need) {
		snprintf(why, size, "this MPI has no MPI_THREAD_SERIALIZED");
		return -1;
	}
	return MPI_SUCCESS;
}

/* spawn starts servers for this process alone. */
static int spawn(int servers, const char *program, const char *serve, char *why, size_t size) {
	char *arguments[] = {(char *)serve, NULL};
	int is, over, level, e;
	if ((e = MPI_Initialized(&is)) || (e = MPI_Finalized(&over)))
		return e;
	if (!is || over) {
		snprintf(why, size, "MPI is not initialised: call MPI_Init_thread before the first construct or routine that uses a device");
		return -1;
	}
	if ((e = MPI_Query_thread(&level)))
		return e;
	if (level < MPI_THREAD_MULTIPLE) {
		snprintf(why, size, "the program calls MPI as the runtime does: initialise it by MPI_Init_thread with MPI_THREAD_MULTIPLE");
		return -1;
	}
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	if ((e = MPI_Comm_spawn(program, arguments, servers, MPI_INFO_NULL, 0, MPI_COMM_SELF, &between, MPI_ERRCODES_IGNORE)))
		return e;
	return MPI_Intercomm_merge(between, 0, &comm);
}

static int start(int servers, const char *program, const char *serve, char *why, size_t size) {
	int e;
	if (servers > 0) {
		e = spawn(servers, program, serve, why, size);
	} else if (!(e = initialise(MPI_THREAD_SERIALIZED, why, size))) {
		if (servers == 0)
			e = MPI_Comm_dup(MPI_COMM_WORLD, &comm);
		else if (!(e = MPI_Comm_get_parent(&between)))
			e = MPI_Intercomm_merge(between, 1, &comm);
	}
	if (e)
		return e;
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	return MPI_SUCCESS;
}

static int rank(void) {
	int n = 0;
	MPI_Comm_rank(comm, &n);
	return n;
}

static int ranks(void) {
	int n = 1;
	MPI_Comm_size(comm, &n);
	return n;
}

static void node(char *name, size_t size) {
	char full[MPI_MAX_PROCESSOR_NAME + 1] = "";
	int n = 0;
	MPI_Get_processor_name(full, &n);
	snprintf(name, size, "%.*s", n, full);
}

static int gather(const void *mine, void *all, int size) {
	return MPI_Gather((void *)mine, size, MPI_BYTE, all, size, MPI_BYTE, 0, comm);
}

static void (*at_end)(void);

static int ends(MPI_Comm c, int key, void *value, void *state) {
	(void)c, (void)key, (void)value, (void)state;
	at_end();
	return MPI_SUCCESS;
}

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF first (MPI 3.1, 8.7.1). */
static int ended(void (*f)(void)) {
	int key, e;
	at_end = f;
	if ((e = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, ends, &key, NULL)))
		return e;
	return MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
}

static void finish(void) {
	int over = 1;
	MPI_Finalized(&over);
	if (over)
		return;
	if (active.n && active.request[0] != MPI_REQUEST_NULL) {
		MPI_Cancel(&active.request[0]);
		MPI_Wait(&active.request[0], MPI_STATUS_IGNORE);
	}
	MPI_Comm_free(&comm);
	if (between != MPI_COMM_NULL)
		MPI_Comm_disconnect(&between);
	if (own)
		MPI_Finalize();
}

static void explain(int error, char *text, size_t size) {
	char full[MPI_MAX_ERROR_STRING + 1] = "";
	int n = 0, is = 0;
	MPI_Initialized(&is);
	if (!is || MPI_Error_string(error, full, &n))
		n = snprintf(full, sizeof full, "error %d", error);
	snprintf(text, size, "%.*s", n, full);
}

/* --- messages ------------------------------------------------------------------- */

static int add(uint64_t id, MPI_Request request) {
	active.request[active.n] = request;
	active.id[active.n++] = id;
	return MPI_SUCCESS;
}

static int hear(void) {
	return MPI_Irecv(control, sizeof control, MPI_BYTE, MPI_ANY_SOURCE, OMPCC_TRANSPORT_TAG, comm, &active.request[0]);
}

static int listen(void) {
	int e = grow();
	if (e)
		return e;
	active.id[0] = 0;
	active.n = 1;
	return hear();
}

static int send(uint64_t id, int to, int tag, const void *at, size_t size) {
	MPI_Request request;
	int e;
	if (active.n == active.room && (e = grow()))
		return e;
	if ((e = MPI_Isend((void *)at, (int)size, MPI_BYTE, to, tag, comm, &request)))
		return e;
	return add(id, request);
}

static int receive(uint64_t id, int from, int tag, void *at, size_t size) {
	MPI_Request request;
	int e;
	if (active.n == active.room && (e = grow()))
		return e;
	if ((e = MPI_Irecv(at, (int)size, MPI_BYTE, from, tag, comm, &request)))
		return e;
	return add(id, request);
}

static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static int poll(ompcc_event_t *events, int max) {
	int done = 0, n = active.n < max ? active.n : max;
	int e = MPI_Testsome(n, active.request, &done, active.index, active.status);
	if (done == MPI_UNDEFINED || (e && e != MPI_ERR_IN_STATUS))
		return 0;
	for (int i = 0; i < done; i++) {
		int k = active.index[i], size = 0;
		MPI_Get_count(&active.status[i], MPI_BYTE, &size);
		events[i] = (ompcc_event_t){
			.id = active.id[k],
			.rank = active.status[i].MPI_SOURCE,
			.error = e == MPI_ERR_IN_STATUS ? active.status[i].MPI_ERROR : 0,
			.control = control,
			.size = (size_t)size,
		};
	}
	qsort(active.index, (size_t)done, sizeof *active.index, descending);
	for (int i = 0; i < done; i++) {
		int k = active.index[i], last = active.n - 1;
		if (k == 0)
			continue;
		active.request[k] = active.request[last];
		active.id[k] = active.id[last];
		active.n--;
	}
	return done;
}

static void cancel(uint64_t id) {
	for (int k = 1; k < active.n; k++)
		if (active.id[k] == id) {
			MPI_Cancel(&active.request[k]);
			return;
		}
}

const ompcc_transport_t ompcc_transport = {
	.version = OMPCC_TRANSPORT_VERSION,
	.name = "MPI",
	.start = start,
	.rank = rank,
	.ranks = ranks,
	.node = node,
	.gather = gather,
	.listen = listen,
	.send = send,
	.receive = receive,
	.poll = poll,
	.again = hear,
	.cancel = cancel,
	.ended = ended,
	.finish = finish,
	.explain = explain,
	.seconds = MPI_Wtime,
};
