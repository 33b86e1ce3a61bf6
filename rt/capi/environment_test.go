package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestEnvironment: what each variable does, and that bad values are told of and
// have no effect.
func TestEnvironment(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "show")
	compileC(t, "gcc", "testdata/show.env.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o", exe)
	const four = "OMPCC_CPU_DEVICES=4 "
	hosts := []string{}
	for _, cc := range hostCompilers() {
		hosts = append(hosts, filepath.Join(t.TempDir(), "show"))
		compileC(t, cc, "-fopenmp", "testdata/show.env.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o",
			hosts[len(hosts)-1])
	}
	// With a runtime of the host OMP_ALLOCATOR is read, and complained of, by that one.
	for _, host := range hosts {
		runC(t,
			map[string][]string{"env": {"OMP_ALLOCATOR=omp_default_mem_space:alignment=8192"},
				"stdout": {"allocator 0 aligned\n"}}, host)
		runC(t, map[string][]string{"env": {"OMP_ALLOCATOR=omp_default_mem_alloc"}, "stdout": {"allocator 1\n"}}, host)
		runC(t,
			map[string][]string{"env": {"OMP_ALLOCATOR=fast"}, "stdout": {"allocator 1\n"},
				"stderr": {"OMP_ALLOCATOR"}}, host)
	}
	for _, c := range []struct{ env, stdout, stderr string }{
		{"", "1 devices, default 0: ompcc-cpu-0/0/0", ""},
		{"OMP_TARGET_OFFLOAD=disabled", "0 devices, default 0:", ""},
		{"OMP_TARGET_OFFLOAD=always", "1 devices",
			"OMP_TARGET_OFFLOAD='always' is none of DEFAULT, MANDATORY, DISABLED; ignored"},
		{four + "OMP_DEFAULT_DEVICE=2", "4 devices, default 2:", ""},
		{four + "OMP_DEFAULT_DEVICE=kind(cpu)[3]", "default 3:", ""},
		{four + "OMP_DEFAULT_DEVICE=kind(gpu),uid(ompcc-cpu-1)", "default 1:", ""},
		{four + "OMP_DEFAULT_DEVICE=kind(gpu),initial", "default 4:", ""},
		{four + "OMP_DEFAULT_DEVICE=kind(gpu),invalid", "default -42:", ""},
		{four + "OMP_DEFAULT_DEVICE=best", "default 0:",
			"OMP_DEFAULT_DEVICE='best' is neither a device number nor a list of device traits; ignored"},
		{four + "OMP_DEFAULT_DEVICE=-3", "default 0:", "OMP_DEFAULT_DEVICE='-3' is neither"},
		{four + "OMP_AVAILABLE_DEVICES=uid(ompcc-cpu-3),kind(cpu)[0:2]",
			"3 devices, default 0: ompcc-cpu-3/0/0 ompcc-cpu-0/0/0 ompcc-cpu-1/0/0", ""},
		{four + "OMP_AVAILABLE_DEVICES=!kind(gpu)&&vendor(ompcc)&&!uid(ompcc-cpu-0)||kind(fpga)",
			"3 devices, default 0: ompcc-cpu-1/0/0", ""},
		{four + "OMP_AVAILABLE_DEVICES=(kind(gpu)||kind(cpu))[2],*",
			"4 devices, default 0: ompcc-cpu-2/0/0 ompcc-cpu-0/0/0", ""},
		{four + "OMP_AVAILABLE_DEVICES=kind(gpu)", "0 devices", ""},
		{four + "OMP_AVAILABLE_DEVICES=kind(gpu", "4 devices",
			"OMP_AVAILABLE_DEVICES='kind(gpu' is not a list of device traits; ignored"},
		{"OMP_NUM_TEAMS=7 OMP_TEAMS_THREAD_LIMIT_DEV=3", "ompcc-cpu-0/7/3", ""},
		{"OMPCC_CPU_DEVICES=2 OMP_NUM_TEAMS=7 OMP_NUM_TEAMS_ALL=6 OMP_NUM_TEAMS_DEV_1=5",
			"ompcc-cpu-0/6/0 ompcc-cpu-1/5/0", ""},
		{"OMPCC_CPU_DEVICES=2 OMP_NUM_TEAMS_DEV=-1", "ompcc-cpu-0/0/0",
			"OMP_NUM_TEAMS_DEV='-1' is not a number of at least 1; ignored"},
		{"OMPCC_TIMEOUT=soon", "1 devices", "OMPCC_TIMEOUT='soon' is not a number of seconds; ignored"},
		{"OMPCC_STACK_SIZE=16k", "1 devices", "OMPCC_STACK_SIZE='16k' is not a number of at least 1; ignored"},
		{"OMP_DISPLAY_ENV=maybe", "1 devices", "OMP_DISPLAY_ENV='maybe' is none of TRUE, FALSE, VERBOSE; ignored"},
		{"OMP_DISPLAY_ENV=true OMP_NUM_TEAMS=7", "1 devices", "  [device 0] OMP_NUM_TEAMS='7'\n"},
		{"OMP_DISPLAY_ENV=verbose OMP_THREAD_LIMIT_DEV=9", "1 devices", "  [device 0] OMP_THREAD_LIMIT='9'\n"},
		{"OMPCC_CPU_DEVICES=2 OMP_TEAMS_THREAD_LIMIT=7 OMP_TEAMS_THREAD_LIMIT_ALL=6 OMP_TEAMS_THREAD_LIMIT_DEV=5 OMP_TEAMS_THREAD_LIMIT_DEV_0=4", "ompcc-cpu-0/0/4 ompcc-cpu-1/0/5", ""},
		{"OMPCC_CPU_DEVICES=2 OMP_TEAMS_THREAD_LIMIT=7", "ompcc-cpu-0/0/7 ompcc-cpu-1/0/7", ""},
		{"OMPCC_CPU_DEVICES=2 OMP_TEAMS_THREAD_LIMIT_DEV_1=x", "ompcc-cpu-0/0/0",
			"OMP_TEAMS_THREAD_LIMIT_DEV_1='x' is not a number of at least 1; ignored"},
		{"OMPCC_CPU_DEVICES=2 OMP_NUM_TEAMS_ALL=six", "ompcc-cpu-0/0/0",
			"OMP_NUM_TEAMS_ALL='six' is not a number of at least 1; ignored"},
		{"OMP_DISPLAY_ENV=verbose OMP_THREAD_LIMIT=7", "1 devices", "  [device 0] OMP_THREAD_LIMIT='7'\n"},
		{"OMPCC_CPU_DEVICES=2 OMP_DISPLAY_ENV=verbose OMP_THREAD_LIMIT_ALL=6 OMP_THREAD_LIMIT_DEV_1=5", "2 devices",
			"  [device 0] OMP_THREAD_LIMIT='6'\n  [device 1] OMP_THREAD_LIMIT='5'\n"},
		{"OMP_THREAD_LIMIT=0", "1 devices", "OMP_THREAD_LIMIT='0' is not a number of at least 1; ignored"},
		{"OMP_TARGET_OFFLOAD=mandatory", "1 devices", ""},
		{"LIBOMPTARGET_INFO=some", "1 devices", "LIBOMPTARGET_INFO='some' is neither a number nor 'summary'; ignored"},
		{"OMPCC_INFO=some", "1 devices", "OMPCC_INFO='some' is neither a number nor 'summary'; ignored"},
		{"OMP_ALLOCATOR=omp_high_bw_mem_alloc", "allocator 4\n", ""},
		{"OMP_ALLOCATOR=OMP_Large_Cap_Mem_Space", "allocator 0\n", ""},
		{"OMP_ALLOCATOR=omp_default_mem_space:alignment=8192,fallback=null_fb,pool_size=65536",
			"allocator 0 aligned limited\n", ""},
		{"OMP_ALLOCATOR=omp_default_mem_space:pinned=false,partition=nearest,access=all,sync_hint=private,pool_size=100,fallback=allocator_fb,fb_data=omp_const_mem_alloc", "allocator 0\n", ""},
		{"OMP_ALLOCATOR=fast", "allocator 1\n",
			"OMP_ALLOCATOR='fast' is neither a predefined allocator nor a predefined memory space with traits; ignored"},
		{"OMP_ALLOCATOR=omp_default_mem_space:alignment=3", "allocator 1\n",
			"OMP_ALLOCATOR='omp_default_mem_space:alignment=3' is neither"},
		{"OMP_ALLOCATOR=omp_default_mem_space:alignment", "allocator 1\n",
			"OMP_ALLOCATOR='omp_default_mem_space:alignment' is neither"},
		{"OMP_ALLOCATOR=omp_default_mem_space:speed=8", "allocator 1\n",
			"OMP_ALLOCATOR='omp_default_mem_space:speed=8' is neither"},
		{"OMP_ALLOCATOR=omp_default_mem_space:alignment=4096,", "allocator 1\n",
			"OMP_ALLOCATOR='omp_default_mem_space:alignment=4096,' is neither"},
	} {
		t.Run(c.env, func(t *testing.T) {
			w := map[string][]string{"env": strings.Fields(c.env), "stdout": {c.stdout}}
			if c.stderr != "" {
				w["stderr"] = []string{c.stderr}
			}
			runC(t, w, exe)
		})
	}
}
