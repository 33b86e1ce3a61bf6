// OpenMP 5.2 §5.7.2: copyprivate gives every thread the value: of a pointer (that it points to
// the same), of each element of an array, of a structure, of a pointer to an array.
#include <stdio.h>

typedef struct {
	int a, b;
	double d[3];
} both;

int main(void)
{
	int bad = 0;
#pragma omp target map(tofrom : bad)
	{
		int *p, list[5], buf[4];
		both s;
		int(*rows)[2];
#pragma omp parallel private(p, list, s, rows) num_threads(8)
		{
#pragma omp single copyprivate(p, list, s, rows)
			{
				p = buf;
				for (int i = 0; i < 5; i++)
					list[i] = i * i;
				s = (both){7, 8, {0, 1, 2.5}};
				rows = (int(*)[2])buf;
				buf[3] = 9;
			}
			int wrong = p != buf || list[4] != 16 || list[1] != 1 || s.a != 7 || s.b != 8 || s.d[2] != 2.5 || rows[1][1] != 9;
#pragma omp atomic
			bad += wrong;
		}
	}
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
