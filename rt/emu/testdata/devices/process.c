// What happens to the program's process: signals to all of its group, children, a
// sudden end.
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

/* kills the emulator of a process, in the middle of a kernel */
static void assassin(pid_t program) {
  char command[64];
  for (int tries = 0; tries < 300; tries++, usleep(100000)) {
    snprintf(command, sizeof command, "pgrep -P %d ompcc-emulator", (int)program);
    FILE *f = popen(command, "r");
    int pid = 0, n = fscanf(f, "%d", &pid);
    pclose(f);
    if (n == 1) {
      usleep(300000);
      kill(pid, SIGKILL);
      return;
    }
  }
}

static void crash(void) {
  pid_t program = getpid();
  atexit(intact);
  for (int i = 0; i < 1000; i++)
    data[i] = i;
  fflush(stdout);
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
