package abi

// HostTaskFunctions are the entry points of the host's OpenMP runtimes that the
// runtime takes before them (rt/capi/task/host.c). Where a host runtime is linked
// statically the linker has to wrap them.
var HostTaskFunctions = []string{
	"__kmpc_omp_task_alloc", "__kmpc_omp_task", "__kmpc_omp_task_with_deps", "__kmpc_omp_wait_deps",
	"__kmpc_omp_taskwait_deps_51",
	"__kmpc_omp_taskwait", "__kmpc_end_taskgroup", "__kmpc_barrier", "__kmpc_omp_task_begin_if0",
	"__kmpc_omp_task_complete_if0",
	"GOMP_taskloop", "GOMP_taskloop_ull", "GOMP_task", "GOMP_taskwait", "GOMP_taskwait_depend", "GOMP_taskgroup_end",
	"GOMP_barrier",
	"GOMP_loop_end", "GOMP_sections_end",
}
