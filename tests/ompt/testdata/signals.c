/* A profiler: a signal handler asks for a busy thread's state at any point of its
 * constructs, by the entry points that are async-signal-safe (5.2 §19.6.1). */
#define _GNU_SOURCE
#include <omp-tools.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static ompt_get_state_t get_state;
static ompt_get_target_info_t get_target_info;
static ompt_get_num_devices_t get_num_devices;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_task_info_t get_task_info;
static volatile long asked, waiting, inside, wrong;

static void on_signal(int number) {
  uint64_t device;
  ompt_id_t target, op;
  ompt_data_t *task = NULL;
  int flags;
  (void)number;
  asked++;
  int state = get_state(NULL);
  waiting += state == ompt_state_wait_target || state == ompt_state_wait_target_map || state == ompt_state_wait_target_update;
  if (get_target_info(&device, &target, &op) == 1) {
    inside++;
    wrong += device != 0 || target == 0;
  }
  wrong += get_num_devices() != 1;
  get_thread_data();
  get_task_info(0, &flags, &task, NULL, NULL, NULL);
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t e, int device, ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *target,
                      const void *ra) {
  static ompt_id_t last;
  (void)kind, (void)device, (void)task, (void)target_task, (void)ra;
  if (e == ompt_scope_begin)
    target->value = ++last;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  get_state = (ompt_get_state_t)lookup("ompt_get_state");
  get_target_info = (ompt_get_target_info_t)lookup("ompt_get_target_info");
  get_num_devices = (ompt_get_num_devices_t)lookup("ompt_get_num_devices");
  get_thread_data = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  ((ompt_set_callback_t)lookup("ompt_set_callback"))(ompt_callback_target_emi, (ompt_callback_t)on_target);
  return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return &result;
}

static atomic_int ready, stop;

static void *work(void *unused) {
  static double x[100000];
  while (!stop) {
#pragma omp target data map(tofrom: x)
    {
#pragma omp target
      for (int i = 0; i < 1000; i++)
        x[i] += i;
#pragma omp target update from(x)
    }
    ready = 1;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  struct sigaction handler = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  pthread_create(&t, NULL, work, NULL);
  while (!ready)
    ;
  sigaction(SIGPROF, &handler, NULL);
  for (int i = 0; i < 2000 || !waiting || !inside; i++) {
    struct timespec pause = {0, 20000};
    pthread_kill(t, SIGPROF);
    nanosleep(&pause, NULL);
  }
  stop = 1;
  pthread_join(t, NULL);
  printf("%s, %s, %s, %ld wrong\n", asked ? "asked" : "never asked", waiting ? "waiting seen" : "never waiting", inside ? "regions seen" : "no region seen", wrong);
}
