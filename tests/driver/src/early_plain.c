#include <stdio.h>

extern int in_library;

int main(void) { printf("%d\n", in_library); }
