package parse

import "testing"

func TestTargetPragmas(t *testing.T) {
	const text = "# 1 \"a.cpp\"\nint f();\n# 7 \"b.h\" 1\n  #pragma omp target map(x)\nf();\n#pragma omp target data map(x)\n# 2 \"a.cpp\" 2\n" +
		"#pragma omp declare target\n#pragma omp parallel for\n#pragma omp target\n[[omp::directive(target teams)]]\n"
	want := []TargetPragma{{"b.h", 7, 3}, {"a.cpp", 4, 1}, {"a.cpp", 5, 1}}
	got := TargetPragmas("a.cpp", []byte(text))
	if len(got) != len(want) {
		t.Fatal(got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got[i], want[i])
		}
	}
}
