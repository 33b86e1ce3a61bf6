// gcc: no (a clause of clang's)
// clang's ompx_attribute: a team has no more threads than launch_bounds and amdgpu_flat_work_group_size
// say; the other numbers are for the code generator.
#include <stdio.h>
#include <omp.h>

#define BOUND 64
enum { WAVES = 2 };

int main(void)
{
	int most = 0, flat = 0, a[1000] = {0}, bad = 0, device = 0;
#pragma omp target map(from: device)
	device = !omp_is_initial_device();
#pragma omp target teams distribute parallel for map(a) ompx_attribute(__attribute__((launch_bounds(BOUND, 2)))) num_teams(4)
	for (int i = 0; i < 1000; i++)
		a[i] = 2 * i;
	for (int i = 0; i < 1000; i++)
		bad += a[i] != 2 * i;
#pragma omp target teams num_teams(2) reduction(max: most) ompx_attribute(__attribute__((__launch_bounds__(2 * 16), amdgpu_waves_per_eu(1, WAVES))))
#pragma omp parallel reduction(max: most)
	most = omp_get_num_threads();
#pragma omp target map(tofrom: flat) ompx_attribute([[clang::amdgpu_flat_work_group_size(1, 8)]]) ompx_attribute(__attribute__((launch_bounds(16))) [[clang::amdgpu_waves_per_eu(2)]])
#pragma omp parallel
#pragma omp atomic
	flat++;
	bad += device && (most > 32 || flat > 8 || flat < 1);
	printf(bad ? "%d threads, %d threads, %d wrong\n" : "ok\n", most, flat, bad);
	return 0;
}
