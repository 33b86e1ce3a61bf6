package hsa

import (
	"testing"
	"unsafe"

	"ompcc/rt/device/devicetest"
)

// TestHeader compares the numbers, layouts and functions of the runtime with hsa.h and
// hsa_ext_amd.h.
func TestHeader(t *testing.T) {
	h := devicetest.Header{
		Variable: "OMPCC_HSA_INCLUDE",
		Folders:  []string{"/opt/rocm/include", "/usr/include"},
		Files:    []string{"hsa/hsa.h", "hsa/hsa_ext_amd.h"},
		Constants: map[string]int{
			"HSA_STATUS_ERROR_OUT_OF_RESOURCES":    statusOutOfMemory,
			"HSA_STATUS_ERROR_INVALID_SYMBOL_NAME": statusNoSymbol,
			"HSA_AGENT_INFO_NAME":                  agentName, "HSA_AGENT_INFO_WAVEFRONT_SIZE": agentWavefront,
			"HSA_AGENT_INFO_ISA":    agentISA,
			"HSA_AGENT_INFO_DEVICE": agentDevice, "HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT": agentComputeUnits,
			"HSA_AMD_AGENT_INFO_PRODUCT_NAME": agentProductName, "HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU": agentMaxWaves,
			"HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU": agentSIMDs, "HSA_AMD_AGENT_INFO_UUID": agentUUID,
			"HSA_DEVICE_TYPE_CPU": deviceCPU, "HSA_DEVICE_TYPE_GPU": deviceGPU,
			"HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY":           systemFrequency,
			"HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT": systemSVMByDefault,
			"HSA_ISA_INFO_NAME":                             isaName, "HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS": 0,
			"HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED": poolNeverAccess,
			"HSA_AMD_MEMORY_POOL_INFO_SEGMENT":         poolSegment, "HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS": poolFlags,
			"HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED": poolMayAllocate, "HSA_AMD_SEGMENT_GLOBAL": segmentGlobal,
			"HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT":           flagKernarg,
			"HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED":           flagFine,
			"HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED":         flagCoarse,
			"HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE":               symbolVariableSize,
			"HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE": symbolKernargSize,
			"HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE":   symbolGroupSize,
			"HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE": symbolPrivateSize,
			"HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK":    symbolDynamicStack,
			"HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS":            symbolVariable,
			"HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT":               symbolKernel,
			"HSA_SIGNAL_CONDITION_LT":                                waitLess, "HSA_WAIT_STATE_BLOCKED": waitBlocked,
			"HSA_PROFILE_FULL":                        profileFull,
			"HSA_QUEUE_TYPE_MULTI":                    0,
			"HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT": 0,

			"HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER | " +
				"HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE": dispatchHeader,
			"HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER | " +
				"HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE": barrierHeader,
			"1 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS": 1,

			// What enqueue reads of a queue, and the packets.
			"offsetof(hsa_queue_t, base_address)": 8, "offsetof(hsa_queue_t, doorbell_signal)": 16,
			"offsetof(hsa_queue_t, size)":                                24,
			"sizeof(hsa_kernel_dispatch_packet_t)":                       int(unsafe.Sizeof(packet{})),
			"offsetof(hsa_kernel_dispatch_packet_t, grid_size_x)":        int(unsafe.Offsetof(packet{}.gridX)),
			"offsetof(hsa_kernel_dispatch_packet_t, group_segment_size)": int(unsafe.Offsetof(packet{}.group)),
			"offsetof(hsa_kernel_dispatch_packet_t, kernel_object)":      int(unsafe.Offsetof(packet{}.object)),
			"offsetof(hsa_kernel_dispatch_packet_t, kernarg_address)":    int(unsafe.Offsetof(packet{}.args)),
			"offsetof(hsa_kernel_dispatch_packet_t, completion_signal)":  int(unsafe.Offsetof(packet{}.signal)),
			"sizeof(hsa_barrier_and_packet_t)":                           int(unsafe.Sizeof(barrier{})),
			"offsetof(hsa_barrier_and_packet_t, dep_signal)":             int(unsafe.Offsetof(barrier{}.after)),
			"offsetof(hsa_barrier_and_packet_t, completion_signal)":      int(unsafe.Offsetof(barrier{}.signal)),
		},
		Functions: map[string]int{},
	}
	for f, name := range Symbols {
		h.Functions[name] = arguments[f]
	}
	h.Check(t)
}
