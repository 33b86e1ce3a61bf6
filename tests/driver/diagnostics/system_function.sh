# A function that devices lack is named with the chain of calls from the region and what to write instead.
cat > a.c <<'C'
#include "system.h"
static int next(struct stream *s) { return fgetc(s); }
int main(void)
{
    int r = 0;
    struct stream *in = 0;
#pragma omp target map(tofrom: r)
    r = next(in) + (int)time(0) + *__errno_location();
    return r;
}
C
cat > system.h <<'C'
struct stream;
int fgetc(struct stream *);
long time(long *);
int *__errno_location(void);
C
$OMPCC -w -fopenmp-targets=nvptx a.c -o a
