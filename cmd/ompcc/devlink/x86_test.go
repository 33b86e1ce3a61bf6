package devlink

import (
	"errors"
	"strings"
	"testing"

	"ompcc/codegen"
)

func TestX86Definition(t *testing.T) {
	declared := []codegen.Declaration{
		{Name: "__ompcc_ia32_pshufd._.27", Ret: "<4 x i32>", Params: []string{"<4 x i32>"}},
		{Name: "__ompcc_ia32_storedqu._._", Ret: "void", Params: []string{"ptr", "<16 x i8>"}},
	}
	for i, want := range []string{"return (__attribute__((vector_size(4 * sizeof(int)))) int)__builtin_ia32_pshufd(a0, 27); }", "{ __builtin_ia32_storedqu(a0, a1); }"} {
		if got := x86Definition(i, declared[i]); !strings.Contains(got, want) || strings.Contains(got, "%!") {
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
