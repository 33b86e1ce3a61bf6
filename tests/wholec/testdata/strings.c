// String literals with prefixes.
#include <stdio.h>
int main(void) { unsigned b[] = U"aé€😀"; int c[] = L"é€"; char d[] = "é€"; char e[] = u8"é€" "x"; 
printf("%zu %d %d %zu %u %u %zu %d %zu %d %zu %d\n",1,2,3, sizeof b, b[2], b[3], sizeof c, c[1], sizeof d, d[0], sizeof e, e[1]); }
