// Members of a structure of which a part is mapped are aligned on the device as on the host,
// wherever the part begins: also vectors of 32 bytes and what _Alignas asks for (OpenMP 5.2 §5.8.3).
// gcc: no (gcc-12 does not keep the alignment)
// flags: -O2
#include <stdint.h>
#include <stdio.h>

typedef double quad __attribute__((vector_size(32)));

struct state {
	long x, y;
	double q[2];
	quad v;
	long z;
	_Alignas(64) float w[16];
};

int main(void)
{
	struct state s[2] = {{1, 2, {3, 4}, {1, 2, 3, 4}, 3, {0}}, {1, 2, {3, 4}, {1, 2, 3, 4}, 3, {0}}};
	int bad = 0;
	uintptr_t off = 1;
	for (int i = 0; i < 2; i++) {
#pragma omp target map(tofrom: s[i].q, s[i].v) map(from: off)
		{
			s[i].v = s[i].v + s[i].v;
			s[i].q[0]++;
			off = (uintptr_t)&s[i].v % 32;
		}
		bad += off != 0 || s[i].v[3] != 8 || s[i].q[0] != 4;
#pragma omp target map(tofrom: s[i].z, s[i].w) map(from: off)
		{
			s[i].w[15]++;
			off = (uintptr_t)s[i].w % 64;
		}
		bad += off != 0 || s[i].w[15] != 1;
	}
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
