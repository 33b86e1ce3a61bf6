typedef int (*fn)(int);
extern fn table[2];
