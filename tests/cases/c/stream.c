/* Output to the standard streams in device code: by name, by pointer, given by the
 * host, in functions; each message in one piece, those of a stream in order. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#pragma omp begin declare target
static int report(FILE *to, int x) { return x < 0 ? fprintf(to, "negative: %d (%s)\n", x, "report") : 0; }
static void list(FILE *to, const int *v, int n)
{
    for (int i = 0; i < n; i++) fprintf(to, i ? ", %d" : "%d", v[i]);
    fputc('\n', to);
}
int fails(const char *what)
{
    fprintf(stderr, "fails: %s\n", what);
    return -1;
}
static FILE *choose(int error) { return error ? stderr : stdout; }
#pragma omp end declare target

int main(void)
{
    FILE *given = stderr, *other = stdout, *kept = tmpfile();
    int n = 0, r = 0, v[3] = {3, 1, 2}, same = 0;
    dup2(fileno(kept), 2);
#pragma omp target map(tofrom: n, r, same) map(to: v)
    {
        n += fprintf(stdout, "%5.2f|%-4d|\n", 2.5, 7);
        n += report(stderr, -3) + report(other, -4) + report(given, 5);
        list(other, v, 3);
        list(given, v, 2);
        fputs("a line\n", choose(0));
        putc('p', stdout);
        putc('\n', other);
        n += (int)fwrite("four bytes", 1, 4, stdout);
        fwrite("\0\n", 1, 2, stdout);
        fputs("an error\n", choose(1));
        r = fails("this") + fflush(stdout) + fflush(NULL) + ferror(stderr);
        same = (given == stderr) + 2 * (other == stdout) + 4 * (stdin != stdout);
    }
    fflush(stdout);
    /* Longer than what a message has beside it. */
#pragma omp target
    fprintf(stderr, "%0600d|%s\n", 1, "end");
    int lines = 0;
#pragma omp target teams distribute parallel for map(tofrom: lines)
    for (int i = 0; i < 200; i++) {
        fprintf(stderr, "line %d of %s\n", 1000 + i, "two hundred");
#pragma omp atomic
        lines++;
    }
    char line[700], last[700] = "";
    int seen = 0, whole = 0;
    rewind(kept);
    while (fgets(line, sizeof line, kept)) {
        if (strncmp(line, "line ", 5)) {
            printf("%zu %.40s%s", strlen(line), line, strlen(line) > 40 ? "\n" : "");
            strcpy(last, line);
            continue;
        }
        seen++;
        whole += !strcmp(line + 9, " of two hundred\n");
    }
    printf("%d %d %d, %d lines, %d whole of %d, %s", n, r, same, seen, whole, lines, last + 600);
    return 0;
}
