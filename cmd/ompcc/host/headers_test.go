package host

import "testing"

// TestUnreadHeaders lists headers that a compilation need not read, and ones like them that it must.
func TestUnreadHeaders(t *testing.T) {
	for path, want := range map[string]bool{
		"/usr/include/stdio.h": true, "/usr/include/features-time64.h": true,
		"/usr/include/x86_64-linux-gnu/bits/types.h": true, "/usr/include/x86_64-linux-gnu/sys/stat.h": true,
		"/usr/include/linux/limits.h": true, "/usr/include/zlib.h": false, "/usr/include/omp.h": false,
		"/usr/include/x86_64-linux-gnu/zconf.h": false, "/usr/include/stdio/extra.h": false,
		"/usr/local/include/stdio.h": false, "stdio.h": false,
		"/usr/lib/llvm-22/lib/clang/22/include/__stddef_size_t.h":    true,
		"/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h":          true,
		"/usr/lib/llvm-22/lib/clang/22/include/omp.h":                false,
		"/usr/lib/llvm-22/lib/clang/22/include/gpuintrin.h":          false,
		"/usr/lib/llvm-22/lib/clang/22/include/openmp_wrappers/math": false,
	} {
		if got := isLibcs(path) || isCompilers(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
