// Stands in for clang's host runtime: launches kernels that clang has compiled with its device runtime through HSA. A
// kernel's arguments are copied to the device before it and back after it. The environment names the code object and the
// number of teams where no loop decides it (CODE_OBJECT, OMP_NUM_TEAMS).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t word;
int hsa_init(void);
int hsa_iterate_agents(int (*f)(word, void *), void *data);
int hsa_agent_get_info(word agent, int what, void *value);
int hsa_amd_agent_iterate_memory_pools(word agent, int (*f)(word, void *), void *data);
int hsa_amd_memory_pool_allocate(word pool, size_t n, uint32_t flags, void **p);
int hsa_amd_memory_async_copy(void *to, word to_agent, const void *from, word from_agent, size_t n, uint32_t ndeps, const word *deps, word signal);
int hsa_code_object_reader_create_from_memory(const void *p, size_t n, word *reader);
int hsa_executable_create_alt(int profile, int rounding, const char *options, word *executable);
int hsa_executable_load_agent_code_object(word executable, word agent, word reader, const char *options, word *loaded);
int hsa_executable_freeze(word executable, const char *options);
int hsa_executable_get_symbol_by_name(word executable, const char *name, const word *agent, word *symbol);
int hsa_executable_symbol_get_info(word symbol, int what, void *value);
int hsa_queue_create(word agent, uint32_t size, int type, void (*f)(uint32_t, void *, void *), void *data, uint32_t p, uint32_t g, void **queue);
word hsa_queue_add_write_index_screlease(void *queue, word n);
int hsa_signal_create(int64_t value, uint32_t n, const word *agents, word *signal);
int64_t hsa_signal_wait_scacquire(word signal, int condition, int64_t value, word timeout, int state);
void hsa_signal_store_screlease(word signal, int64_t value);
int hsa_status_string(uint32_t status, const char **text);

#define TRY(call) do { int status = (call); if (status) fail(status, #call); } while (0)
static void fail(int status, const char *what)
{
    const char *text = "";
    hsa_status_string((uint32_t)status, &text);
    fprintf(stderr, "%s: %s\n", what, text);
    _exit(1);
}
static void failed(uint32_t status, void *queue, void *data) { (void)queue, (void)data, fail((int)status, "the kernel"); }

static word agents[2], pools[2]; // of the host, of the first GPU
static int agent(word a, void *data)
{
    int gpu = 0;
    TRY(hsa_agent_get_info(a, 17, &gpu));
    if (!agents[gpu])
        agents[gpu] = a;
    return (void)data, 0;
}
static int pool(word p, void *data) { return *(word *)data = p, 0; }

static word executable;
static void *queue;
static void start(void)
{
    static char image[4 << 20];
    const char *path = getenv("CODE_OBJECT");
    FILE *f = fopen(path ? path : "", "rb");
    size_t size = f ? fread(image, 1, sizeof image, f) : 0;
    word reader, loaded;
    TRY(!size);
    TRY(hsa_init());
    TRY(hsa_iterate_agents(agent, NULL));
    for (int i = 0; i < 2; i++)
        TRY(hsa_amd_agent_iterate_memory_pools(agents[i], pool, &pools[i]));
    TRY(hsa_code_object_reader_create_from_memory(image, size, &reader));
    TRY(hsa_executable_create_alt(1, 0, NULL, &executable));
    TRY(hsa_executable_load_agent_code_object(executable, agents[1], reader, NULL, &loaded));
    TRY(hsa_executable_freeze(executable, NULL));
    TRY(hsa_queue_create(agents[1], 64, 0, failed, NULL, ~0u, ~0u, &queue));
}

static void *allocate(int gpu, size_t n)
{
    void *p = NULL;
    TRY(hsa_amd_memory_pool_allocate(pools[gpu], n, 0, &p));
    return p;
}
static void await(word signal)
{
    while (hsa_signal_wait_scacquire(signal, 2, 1, 1000000000, 0) >= 1)
        ;
}
static void copy(void *to, int to_gpu, const void *from, int from_gpu, size_t n)
{
    word signal;
    TRY(hsa_signal_create(1, 0, NULL, &signal));
    TRY(hsa_amd_memory_async_copy(to, agents[to_gpu], from, agents[from_gpu], n, 0, NULL, signal));
    await(signal);
}
static word symbol(const char *name, const char *suffix)
{
    char text[512];
    word s;
    snprintf(text, sizeof text, "%s%s", name, suffix);
    TRY(hsa_executable_get_symbol_by_name(executable, text, &agents[1], &s));
    return s;
}
static word info(word symbol, int what)
{
    word v = 0;
    TRY(hsa_executable_symbol_get_info(symbol, what, &v));
    return v;
}

typedef struct { void *id; char *name; size_t size; int32_t flags, reserved; } entry_t;
extern const entry_t __start_omp_offloading_entries[], __stop_omp_offloading_entries[];

typedef struct {
    uint32_t version, n;
    void **bases, **begins;
    int64_t *sizes, *types;
    void **names, **mappers;
    word trip, flags;
    uint32_t teams[3], threads[3], shared;
} arguments_t;
enum { TO = 1, FROM = 2, PARAMETER = 0x20, LITERAL = 0x100 };
// The configuration of a kernel; its mode is GENERIC, SPMD, or both.
typedef struct { uint8_t state_machine, nested, mode; int32_t least_threads, most_threads, least_teams, most_teams, reduced, buffered; } configuration_t;
enum { SPMD = 2 };
typedef struct { uint16_t header, setup, team[3], r0; uint32_t grid[3], private, group; word object, args, r1, signal; } packet_t;

// Loops of teams have an iteration for each thread, or for each team if their threads come later, as clang's host
// runtime has it on a GPU with enough units.
static uint32_t teams_of(const arguments_t *a, int32_t teams, const configuration_t *c, uint32_t threads)
{
    const char *most = getenv("OMP_NUM_TEAMS");
    if (teams > 0 || !a->trip)
        return teams > 0 ? (uint32_t)teams : teams ? 1 : most ? (uint32_t)atoi(most) : 1;
    return (uint32_t)(c->mode == SPMD ? (a->trip + threads - 1) / threads : a->trip);
}

int __tgt_target_kernel(void *where, int64_t device, int32_t num_teams, int32_t limit, void *id, arguments_t *a)
{
    const char *name = NULL;
    (void)where, (void)device;
    for (const entry_t *e = __start_omp_offloading_entries; e < __stop_omp_offloading_entries; e++)
        if (e->id == id)
            name = e->name;
    TRY(!name);
    if (!queue)
        start();
    word kernel = symbol(name, ".kd"), size = (uint32_t)info(kernel, 11), signal;
    configuration_t c = {0};
    copy(&c, 0, (void *)info(symbol(name, "_kernel_environment"), 21), 1, sizeof c);
    uint32_t threads = limit > 0 ? (uint32_t)limit + (c.mode == SPMD ? 0 : 64) : 256;
    if (c.most_threads > 0 && threads > (uint32_t)c.most_threads)
        threads = (uint32_t)c.most_threads;
    uint32_t teams = teams_of(a, num_teams, &c, threads);

    // The environment of a launch: two counters and the buffer of reductions.
    word environment[2] = {0, (word)allocate(1, (size_t)c.reduced * (size_t)c.buffered + 8)};
    char *args = allocate(0, size);
    word *next = (word *)args;
    memset(args, 0, size);
    copy((void *)(*next++ = (word)allocate(1, sizeof environment)), 1, environment, 0, sizeof environment);
    for (uint32_t i = 0; i < a->n; i++) {
        if (!(a->types[i] & PARAMETER))
            continue;
        if (a->types[i] & LITERAL) {
            *next++ = (word)a->bases[i];
            continue;
        }
        char *p = allocate(1, (size_t)a->sizes[i]);
        if (a->types[i] & TO)
            copy(p, 1, a->begins[i], 0, (size_t)a->sizes[i]);
        *next++ = (word)(p - ((char *)a->begins[i] - (char *)a->bases[i]));
    }
    char *hidden = (char *)next;
    memcpy(hidden, (uint32_t[]){teams, 1, 1}, 12);
    memcpy(hidden + 12, (uint16_t[]){(uint16_t)threads, 1, 1}, 6);
    hidden[64] = 1;
    memcpy(hidden + 120, &a->shared, 4);

    TRY(hsa_signal_create(1, 0, NULL, &signal));
    char *ring = *(char **)((char *)queue + 8);
    word index = hsa_queue_add_write_index_screlease(queue, 1), dynamic = info(kernel, 15) & 255;
    packet_t *p = (packet_t *)(ring + index % 64 * 64);
    *p = (packet_t){.setup = 1, .team = {(uint16_t)threads, 1, 1}, .grid = {teams * threads, 1, 1},
        .private = (uint32_t)info(kernel, 14) + (dynamic ? 16384 : 0), .group = (uint32_t)info(kernel, 13) + a->shared,
        .object = info(kernel, 22), .args = (word)args, .signal = signal};
    __atomic_store_n(&p->header, 2 | 1 << 8 | 2 << 9 | 2 << 11, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(*(word *)((char *)queue + 16), (int64_t)index);
    await(signal);

    next = (word *)args + 1;
    for (uint32_t i = 0; i < a->n; i++) {
        if (!(a->types[i] & PARAMETER))
            continue;
        char *at = (char *)*next++ + ((char *)a->begins[i] - (char *)a->bases[i]);
        if (!(a->types[i] & LITERAL) && a->types[i] & FROM)
            copy(a->begins[i], 0, at, 1, (size_t)a->sizes[i]);
    }
    return 0;
}
