package devlink

import (
	"errors"
	"strings"
	"testing"
)

func TestX86Definition(t *testing.T) {
	const ir = "declare <4 x i32> @__ompcc_ia32_pshufd._.27(<4 x i32>)\ndeclare void @__ompcc_ia32_storedqu._._(ptr, <16 x i8>) nounwind\n"
	m := x86Declaration.FindAllStringSubmatch(ir, -1)
	if len(m) != 2 {
		t.Fatalf("%d declarations are found, want 2", len(m))
	}
	for i, want := range []string{"return (__attribute__((vector_size(4 * sizeof(int)))) int)__builtin_ia32_pshufd(a0, 27); }", "{ __builtin_ia32_storedqu(a0, a1); }"} {
		if got := x86Definition(i, m[i]); !strings.Contains(got, want) || strings.Contains(got, "%!") {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}

func TestX86Error(t *testing.T) {
	names := []string{"__ompcc_ia32_crc32si._._"}
	err := x86Error(errors.New("/tmp/x86.c:1:90: error: '__builtin_ia32_crc32si' needs target feature crc32\n"), names)
	if err == nil || !strings.Contains(err.Error(), "__builtin_ia32_crc32si, which needs -mcrc32") {
		t.Errorf("got %v", err)
	}
}
