// What happens to the program's process: signals to all of its group, children, a
// sudden end.
#include <dirent.h>
#include <omp-tools.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t came;

static void handler(int s) { came = s; }

static int doubled(int v) {
#pragma omp target map(tofrom : v)
  v = omp_is_initial_device() ? v + 1 : 2 * v;
  return v;
}

static int data[1000];

static void intact(void) {
  int wrong = 0;
  for (int i = 0; i < 1000; i++)
    wrong += data[i] != i;
  printf("at exit: %d wrong\n", wrong);
}

/* A tool that tells by a pipe that a kernel is given to the device. */
static int submitted[2];

static void on_submit(ompt_id_t target, ompt_id_t op, unsigned teams) {
  (void)target, (void)op, (void)teams;
  if (submitted[1] && write(submitted[1], "", 1) != 1)
    abort();
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ((ompt_set_callback_t)lookup("ompt_set_callback"))(ompt_callback_target_submit, (ompt_callback_t)on_submit);
  return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return &result;
}

/* the emulator that a process has started, 0: none */
static pid_t emulator(pid_t program) {
  char name[64], command[64];
  int pid, parent;
  pid_t found = 0;
  DIR *all = opendir("/proc");
  for (struct dirent *d; !found && (d = readdir(all));) {
    snprintf(name, sizeof name, "/proc/%.32s/stat", d->d_name);
    FILE *f = fopen(name, "r");
    if (!f)
      continue;
    if (fscanf(f, "%d (%32[^)]) %*c %d", &pid, command, &parent) == 3 && parent == program && !strncmp(command, "ompcc-emulator", 14))
      found = pid;
    fclose(f);
  }
  closedir(all);
  return found;
}

/* kills the emulator of a process, in the middle of a kernel; the process itself if it has none */
static void assassin(pid_t program) {
  char c;
  if (read(submitted[0], &c, 1) != 1)
    return;
  usleep(300000);
  pid_t pid = emulator(program);
  kill(pid ? pid : program, SIGKILL);
}

static void crash(void) {
  pid_t program = getpid();
  atexit(intact);
  for (int i = 0; i < 1000; i++)
    data[i] = i;
  fflush(stdout);
  if (pipe(submitted))
    abort();
  if (!fork()) {
    assassin(program);
    _exit(0);
  }
#pragma omp target map(tofrom : data)
  for (long k = 0; k < 1000000000000; k++)
    data[k % 1000] = -1;
}

int main(int argc, char **argv) {
  char c;
  if (!strcmp(argv[1], "crash"))
    crash();
  int x = 5;
  signal(SIGINT, handler);
#pragma omp target enter data map(to : x)
  x = 0;
  if (!strcmp(argv[1], "interrupt")) {
    kill(0, SIGINT);
    while (!came)
      ;
    usleep(100000);
#pragma omp target update from(x)
    printf("x is %d after the interrupt\n", x);
    return 0;
  }
  fflush(stdout);
  pid_t child = fork();
  if (!child) { // it has no devices
    printf("child: %d devices, %d\n", omp_get_num_devices(), doubled(20));
    fflush(stdout);
    if (!strcmp(argv[1], "killed"))
      while (read(0, &c, 1) > 0)
        ;
    _exit(0);
  }
  if (!strcmp(argv[1], "killed")) {
    puts("killed");
    fflush(stdout);
    raise(SIGKILL);
  }
  waitpid(child, 0, 0);
  printf("parent: %d devices, %d\n", omp_get_num_devices(), doubled(20));
#pragma omp target exit data map(from : x)
  printf("x is %d\n", x);
  return 0;
}
