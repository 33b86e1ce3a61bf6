#include <stdio.h>
int kr(a, b, c) char a; float b; int *c; { return a + (int)b + *c; }
int kr2(x, y) { return x - y; }
int main(void){ int k=3; printf("%d %d\n", kr('a', 2.5, &k), kr2(5, 2)); return 0; }
