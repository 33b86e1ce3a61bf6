// OpenMP 5.2 §4.4.1: collapsed loops of which inner ones begin and end at multiples of outer
// ones, with steps other than one, upwards and downwards.
#include <stdio.h>

int main(void)
{
	long n = 0, s = 0, n2 = 0, s2 = 0;
#pragma omp target parallel for collapse(3) reduction(+ : n, s)
	for (int i = 10; i > 0; i--)
		for (int j = 2 * i + 1; j > i; j--)
			for (int k = 0; k <= i; k++) {
				n++;
				s += i * 100 + j * 10 + k;
			}
	for (int i = 10; i > 0; i--)
		for (int j = 2 * i + 1; j > i; j--)
			for (int k = 0; k <= i; k++) {
				n2++;
				s2 += i * 100 + j * 10 + k;
			}
	int bad = n != n2 || s != s2;
	n = s = n2 = s2 = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : n, s)
	for (long i = 0; i < 20; i += 3)
		for (long j = i; j < 30L; j += 3) {
			n++;
			s += i * j;
		}
	for (long i = 0; i < 20; i += 3)
		for (long j = i; j < 30L; j += 3) {
			n2++;
			s2 += i * j;
		}
	bad |= (n != n2 || s != s2) << 1;
	printf(bad ? "wrong: %d\n" : "ok\n", bad);
	return 0;
}
