# A program or library without device code has nothing of ours, and of the host's OpenMP
# only what it uses, whatever else it calls.
needs() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\([a-z]*\).*/\1/p' | sort | tr '\n' ' '; }
cat > plain.c <<'END'
#include <signal.h>
#include <stdlib.h>
static void handler(int n) { _Exit(n == SIGUSR1 ? 0 : 1); }
int main(void) { struct sigaction a = {.sa_handler = handler}; signal(SIGUSR2, handler); sigaction(SIGUSR1, &a, 0); return raise(SIGUSR1) + 1; }
END
$OMPCC plain.c -o plain; ./plain
expect "$(needs plain)" "libc "
[ "$(stat -c %s plain)" -lt 40000 ]
# A plugin can be unloaded: its destructor runs, and it starts again as it was.
cat > part.c <<'END'
#include <stdio.h>
static int count;
int step(void) { return ++count; }
__attribute__((destructor)) static void gone(void) { puts("gone"); }
END
cat > opens.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
	for (int i = 0; i < 2; i++) {
		void *lib = dlopen("./part.so", RTLD_NOW);
		printf("%d\n", ((int (*)(void))dlsym(lib, "step"))());
		dlclose(lib);
	}
}
END
$OMPCC -shared -fPIC part.c -o part.so; $OMPCC opens.c -o opens -ldl
expect "$(needs part.so)" "libc "
expect "$(./opens)" "1
gone
1
gone"
# One that uses the host's OpenMP has that library, and still nothing of ours.
printf '#include <math.h>\nint main(int n, char **v) {\n#pragma omp parallel for\nfor (int i = 0; i < 4; i++) n += sqrt(i) > 9;\nreturn n - 1; }\n' > threads.c
$OMPCC -O0 threads.c -o threads; ./threads
case "$(needs threads)" in "libc libgomp libm "|"libc libm libomp ") ;; *) needs threads >&2; exit 1;; esac
[ "$(stat -c %s threads)" -lt 40000 ]
