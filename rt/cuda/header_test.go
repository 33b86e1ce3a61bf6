package cuda

import (
	"os"
	"path/filepath"
	"testing"

	"ompcc/rt/device/devicetest"
)

// TestHeader compares the numbers and functions of the driver interface with cuda.h.
func TestHeader(t *testing.T) {
	h := devicetest.Header{
		Variable: "OMPCC_CUDA_INCLUDE",
		Folders:  []string{filepath.Join(os.Getenv("CUDA_PATH"), "include"), "/usr/local/cuda/include", "/usr/include"},
		Files:    []string{"cuda.h"},
		Constants: map[string]int{
			"CUDA_SUCCESS": success, "CUDA_ERROR_INVALID_VALUE": invalidValue, "CU_MEMORYTYPE_HOST": memoryHost,
			"CU_MEMORYTYPE_DEVICE": memoryDevice, "sizeof(CUDA_MEMCPY3D)": 8 * boxWords,
			"offsetof(CUDA_MEMCPY3D, srcHost)": 8 * boxHost, "offsetof(CUDA_MEMCPY3D, srcDevice)": 8 * boxDevice,
			"offsetof(CUDA_MEMCPY3D, srcPitch)": 8 * boxPitch, "offsetof(CUDA_MEMCPY3D, srcHeight)": 8 * boxHeight,
			"offsetof(CUDA_MEMCPY3D, dstXInBytes)": 8 * boxSide, "offsetof(CUDA_MEMCPY3D, WidthInBytes)": 8 * boxWidth,
			"CUDA_ERROR_OUT_OF_MEMORY":           outOfMemory,
			"CUDA_ERROR_PEER_ACCESS_UNSUPPORTED": noPeerAccess,
			"CUDA_ERROR_NOT_FOUND":               notFound, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED": alreadyEnabled,
			"CUDA_ERROR_TOO_MANY_PEERS":                             tooManyPeers,
			"CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT":              attrMultiprocessors,
			"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR":          attrMajor,
			"CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR":          attrMinor,
			"CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS":            attrPageableAccess,
			"CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": attrMostShared,
			"CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK":               attrMaxThreadsPerBlock,
			"CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES":                   attrStaticShared,
			"CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES":       attrDynamicShared,
			"CU_LIMIT_STACK_SIZE":                                   limitStack, "CU_MEM_ATTACH_GLOBAL": attachGlobal,
			"CU_STREAM_NON_BLOCKING":  streamNonBlocking,
			"CU_EVENT_DISABLE_TIMING": eventDisableTiming, "CU_JIT_ERROR_LOG_BUFFER": jitErrorLogBuffer,
			"CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES": jitErrorLogBufferBytes,
			"sizeof(CUdevice)":                   4, "sizeof(CUdeviceptr)": 8, "sizeof(CUuuid)": 16,
			"sizeof(CUjit_option)": 4,
		},
		Functions: map[string]int{},
	}
	for f, name := range Symbols {
		if Function(f) == EventElapsedTime {
			continue // CUDA 12.8's header has its successor only; the libraries keep it
		}
		h.Functions[name] = arguments[f]
	}
	h.Check(t)
}
