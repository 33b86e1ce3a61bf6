package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestForeign: interoperability objects and the traits of GPUs, with a stand-in
// for each vendor's driver, which complains of queues that are left.
func TestForeign(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "foreign")
	compileC(t, "gcc", "testdata/vendor/foreign.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o", exe)
	properties := func(lines ...string) string { return strings.Join(lines, "\n") + "\n" }
	initial := "device 1: host cpu x86_64 sse2 ompcc-host\ndevice 2:\nok\n"
	t.Run("cuda", func(t *testing.T) {
		env := driver(t, "fakecuda.c", "libcuda.so.1")
		runC(t, map[string][]string{"env": {env}, "stdout": {
			properties("fr_id (int): 1", "fr_name (const char *): cuda", "vendor (none): the property has no value",
				"vendor_name (const char *): ompcc", "device_num (int): 0",
				"platform (none): the property has no value",
				"device (int): 0", "device_context (CUcontext): pointer", "targetsync (cudaStream_t): pointer",
				"preferred:", "fr_name (const char *): cuda_driver", "device (CUdevice): 7",
				"targetsync (none): the property has no value",
				"device 0: nohost gpu nvptx64 nvptx sm_90 GPU-abababababababababababababababab") + initial,
			"released, no memory left"}}, exe)
		for traits, devices := range map[string]string{
			"uid(GPU-abababababababababababababababab)": "device 0: nohost",
			"isa(sm_90)&&kind(gpu)":                     "device 0: nohost",
		} {
			runC(t, map[string][]string{"env": {env, "OMP_AVAILABLE_DEVICES=" + traits}, "stdout": {devices}}, exe)
		}
	})
	t.Run("hsa", func(t *testing.T) {
		env := driver(t, "fakehsa.c", "libhsa-runtime64.so.1")
		runC(t, map[string][]string{"env": {env}, "stdout": {
			properties("fr_id (int): 7", "fr_name (const char *): hsa", "vendor (none): the property has no value",
				"vendor_name (const char *): ompcc", "device_num (int): 0",
				"platform (none): the property has no value",
				"device (hsa_agent_t *): pointer", "device_context (none): the property has no value",
				"targetsync (hsa_queue_t *): pointer",
				"preferred:", "fr_name (const char *): hsa", "device (hsa_agent_t *): pointer",
				"targetsync (none): the property has no value",
				"barrier", // use waits behind what the program put into the queue
				"device 0: nohost gpu amdgcn gfx90a GPU-0123"),
			"0 blocks left"}}, exe)
	})
}
