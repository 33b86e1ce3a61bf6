// flags: -fopenmp-version=61
// gcc: no (OpenMP 6.1)
// OpenMP 6.1 §17.4: flatten makes one loop of a nest, with the iterations in their order, and other directives take it.
#include "../check.h"

enum { N = 6, M = 5, K = 4 };

int main(void)
{
	int a[N * M * K], order[N * M], n = N, m = M, k = 0, last = 0;

	/* Two loops, without depth: their order stays, loops count down and by steps, and one may have no iteration. */
#pragma omp target map(from: order) map(tofrom: k)
	{
#pragma omp flatten
		for (int i = n - 1; i >= 0; i--)
			for (long j = 0; j < 2 * m; j += 2)
				order[k++] = 10 * i + (int)j / 2;
	}
	EQ(k, N * M);
	for (int i = 0; i < N * M; i++)
		EQ(order[i], 10 * (N - 1 - i / M) + i % M);
	k = 0;
#pragma omp flatten depth(3)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int l = m; l < M; l++)
				k++;
	EQ(k, 0);

	/* Under a worksharing construct, with the threads of a device and of the host. */
	for (int i = 0; i < N * M * K; i++)
		a[i] = 0;
#pragma omp target teams distribute parallel for num_teams(2) map(tofrom: a)
#pragma omp flatten depth(3)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int l = 0; l < K; l++)
				a[(i * m + j) * K + l] += 1 + i + 10 * j + 100 * l;
#pragma omp parallel for schedule(dynamic, 3) lastprivate(last)
#pragma omp flatten depth(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			last = 100 * i + j;
			for (int l = 0; l < K; l++)
				a[(i * m + j) * K + l]++;
		}
	EQ(last, 100 * (N - 1) + M - 1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int l = 0; l < K; l++)
				EQ(a[(i * M + j) * K + l], 2 + i + 10 * j + 100 * l);

	/* With other transformations: of the loop that flatten generates, and of generated loops. */
	k = 0;
#pragma omp flatten apply(flattened: reverse)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			order[k++] = i * M + j;
	for (int i = 0; i < N * M; i++)
		EQ(order[i], N * M - 1 - i);
	k = 0;
#pragma omp target map(tofrom: order, k)
	{
#pragma omp flatten depth(2)
#pragma omp tile sizes(4, 2)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				order[k++] = i * M + j;
	}
	k = 0;
	for (int ti = 0; ti < N; ti += 4)
		for (int tj = 0; tj < M; tj += 2)
			for (int i = ti; i < N && i < ti + 4; i++)
				for (int j = tj; j < M && j < tj + 2; j++)
					EQ(order[k++], i * M + j);
	END;
}
