// Packed enumerations, with and without a tag, and the attribute on either side.
// flags: -w
#pragma omp begin declare target
typedef enum { A, B = 200 } __attribute__((packed)) T;
enum pe { PA, PB = 200 } __attribute__((packed));
enum __attribute__((packed)) pf { FA = -1, FB = 200, };
enum __attribute__((packed)) { GA = -1, GB = 100 } g;
enum plain { X1 = 5 }; struct s { enum pf a; enum pe b; char c; } s = { FB, PB, 3 };
int printf(const char*, ...);
static int work(void){ s.a = FA; printf("%zu %zu %zu %zu %zu %zu %d %d %d %d\n", sizeof(T) , sizeof(enum pe), sizeof(enum pf), sizeof g, sizeof(enum plain), sizeof s, s.a, s.b, s.c, PB); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
