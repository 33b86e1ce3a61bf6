package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/devlink"
)

// runIn runs ompcc in dir and returns its exit status and messages.
func runIn(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	status := run(args, &stdout, &stderr)
	return status, stderr.String() + stdout.String()
}

// Every wrong input gives an error with its place, exit status 1 and no output file.
func TestErrorInputs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.c":   "int x;\n",
		"binary.c": "\x7fELF\x02\x01\x01\x00\x00\x00",
		"blob":     "\x00\x01\x02",
		"wrong.c":  "int main(void) {\n#pragma omp target\n  { int x = ; }\n}\n",
		"clause.c": "int main(void) {\n#pragma omp target mapp(x)\n  ;\n}\n",
		"loop.c":   "int main(void) {\n#pragma omp target parallel for\n  { }\n}\n",
		"end.c":    "#pragma omp end declare target\nint x;\n",
		"host.c":   "int main(void) {\n#pragma omp paralel\n  ;\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		want []string
	}{
		{"missing.c -o out", []string{"missing.c: error: no such file or directory"}},
		{"Good.c -o out", []string{"help: did you mean 'good.c'?"}},
		{"-c binary.c -o out", []string{"binary.c:1:8: error: this is a binary file (ELF)", "help:"}},
		{"blob -o out", []string{"blob:1:1: error: file is not an object"}},
		{"-c wrong.c -o out", []string{"wrong.c:3:13: error: expected expression", "^"}},
		{"-c clause.c -o out", []string{"clause.c:2:20: error: unknown clause 'mapp'", "^~~~", "did you mean 'map'"}},
		{"-c loop.c -o out", []string{"loop.c:", "error:", "^"}},
		{"-c end.c -o out", []string{"end.c:1:13: error:", "^"}},
		{"-c host.c -o out",
			[]string{"host.c:2:13: error: unknown OpenMP directive 'paralel'", "did you mean 'parallel'"}},
		{"-c good.c -o no/such/folder/out", []string{"error: cannot write 'no/such/folder/out'", "help:"}},
		{"-fopenmp-targets=gpu good.c -o out", []string{"unknown offload target 'gpu'"}},
		{"-fsanitize=offload -fopenmp-targets=nvptx good.c -o out",
			[]string{"-fsanitize=offload checks code for the CPU device", "OMPCC_EMULATE=nvptx"}},
	} {
		status, text := runIn(t, dir, strings.Fields(c.args)...)
		if status != 1 {
			t.Errorf("%s: exit status %d, want 1\n%s", c.args, status, text)
		}
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%s", c.args, w, text)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, "out")); err == nil {
			t.Errorf("%s: left an output file", c.args)
			os.Remove(filepath.Join(dir, "out"))
		}
	}
}

// A file without device constructs gives the object that the host compiler gives.
func TestPassThrough(t *testing.T) {
	dir := t.TempDir()
	src := "static int f(int x) { return x * 3; }\nint g(int x) { return f(x) + 1; }\n"
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("OMPCC_CC", "gcc")
	if status, text := runIn(t, dir, "-O2", "-c", "a.c", "-o", "ours.o"); status != 0 || text != "" {
		t.Fatalf("%d %s", status, text)
	}
	if out, err := exec.Command("gcc", "-O2", "-c", "a.c", "-o", "theirs.o").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	ours, _ := os.ReadFile("ours.o")
	theirs, _ := os.ReadFile("theirs.o")
	if !bytes.Equal(ours, theirs) {
		t.Error("the objects differ")
	}
}

func TestEmbeddedCodeOfObject(t *testing.T) {
	dir := t.TempDir()
	src := "int f(void) {\n  int r = 0;\n#pragma omp target map(from: r)\n  r = 1;\n  return r;\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, text := runIn(t, dir, "-fopenmp-targets=cpu,nvptx", "-c", "a.c"); status != 0 {
		t.Fatalf("%d %s", status, text)
	}
	f, err := os.Open("a.o")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := devlink.ReadObject(f, "a.o")
	if err != nil || len(info.Codes) != 2 {
		t.Fatalf("%v %v", info, err)
	}
	for i, want := range []string{".x86_64.x86-64", ".nvptx64.sm_80"} {
		if c := info.Codes[i]; c.Suffix() != want || !strings.Contains(c.IR, "__ompcc_k_a_c_f_l3") {
			t.Errorf("%s without the kernel, want %s", c.Suffix(), want)
		}
	}
}

func TestInspection(t *testing.T) {
	dir := t.TempDir()
	src := "int main(void) {\n  int r = 0;\n#pragma omp target map(tofrom: r)\n  r = 1;\n  return r;\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, text := runIn(t, dir, "-emit-region", "a.c"); status != 0 {
		t.Fatal(text)
	}
	for args, want := range map[string]string{
		"-emit-region a.c -o -":                                                         "kernel @__ompcc_k_a_c_main_l3",
		"-emit-c a.c -o -":                                                              "__ompcc_target(",
		"--offload-device-only -S -emit-llvm a.c -o -":                                  "@__ompcc_k_a_c_main_l3(",
		"-fopenmp-targets=nvptx --offload-device-only -S a.c -o -":                      ".visible .entry __ompcc_k_a_c_main_l3(",
		"-fopenmp-targets=amdgcn --offload-device-only -S a.c -o -":                     ".amdhsa_kernel __ompcc_k_a_c_main_l3",
		"-fopenmp-targets=nvptx --offload-arch=sm_90 --offload-device-only -S a.c -o -": ".target sm_90",
		"-### a.c":                   "image.cpu.o",
		"-emit-region a.region -o -": "kernel @__ompcc_k_a_c_main_l3",
		"-S -emit-llvm -fopenmp-targets=nvptx a.region -o -": "@__ompcc_k_a_c_main_l3(",
		"-S -fopenmp-targets=amdgcn a.region -o -":           ".amdhsa_kernel __ompcc_k_a_c_main_l3",
	} {
		if status, text := runIn(t, dir, strings.Fields(args)...); status != 0 || !strings.Contains(text, want) {
			t.Errorf("%s: %d, %q is not in\n%.2000s", args, status, want, text)
		}
	}
}
