// strtok_r reads the place that it keeps only when it goes on from there.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int r[16] = {0}, n = 0;
    #pragma omp target map(r, n)
    {
        char text[] = "a,b;c", *save;
        for (char *t = strtok_r(text, ",;", &save); t; t = strtok_r(NULL, ",;", &save)) r[n++] = *t;
        char line[] = "x=1 y=2", *outer, *inner;
        for (char *t = strtok_r(line, " ", &outer); t; t = strtok_r(NULL, " ", &outer)) {
            r[n++] = *strtok_r(t, "=", &inner);
            r[n++] = *strtok_r(NULL, "=", &inner);
        }
    }
    for (int i = 0; i < n; i++) putchar(r[i]);
    puts("");
    return 0;
}
