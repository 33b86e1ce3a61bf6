package early

import "testing"

func TestHint(t *testing.T) {
	for text, want := range map[string]bool{
		"int compute(int component) { return component; }": false,
		"#pragma once\n#pragma GCC diagnostic push\n":      false,
		"#define P(x) _Pragma(#x)\nint a;":                 false,
		"#pragma omp parallel for\n":                       true,
		"_Pragma(\"omp target\")":                          true,
		"#define D P(omp target)":                          true,
		"#pragma o\\\nmp target":                           true,
		"#pragma o\\\r\nmp target":                         true,
		"[[omp::directive(target)]]":                       true,
		"int n = omp_get_num_devices();":                   true,
		"extern int ompx_f(void);":                         true,
		"#pragma opm target\n":                             true,
		"#pragma openmp parallel\n":                        true,
		"_Pragma(\"opm target\")":                          true,
		"#pragma pack(1)\n# pragma weak f\n":               false,
		"%:pragma omp target\n":                            true,
		"#define CC \"/opt/bin/ompcc -O2\"\n":              false,
		"int x; // comp omp":                               true,
		"omp":                                              true,
		"":                                                 false,
	} {
		if got := Hint([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestDeviceHint(t *testing.T) {
	for text, want := range map[string]bool{
		"# define __DECL_SIMD _Pragma (\"omp declare simd notinbranch\")\nint target;": false,
		"_Pragma(\"omp begin \\\ndeclare target\")":                                    true,
		"[[omp::directive(target)]]":                                                   true,
		"int omp_target_alloc(void);":                                                  true,
	} {
		if got := DeviceHint([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
