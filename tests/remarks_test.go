package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// remarkID is an id as the sources make remarks: after the kind of the remark, in what the kernel's emission notes,
// or as what a function returns.
var remarkID = regexp.MustCompile(`(?:diag\.(?:Passed|Missed|Analysis), (?:diag\.KernelPass, )?|combination\{|return )"([A-Z][A-Za-z]+)"`)

// remarkRow is a row of the tables in docs/remarks.md, and remarkName an id in it.
var (
	remarkRow  = regexp.MustCompile("(?m)^\\| (`[A-Z][A-Za-z]+`(?:, `[A-Z][A-Za-z]+`)*) \\| (?:passed|missed|analysis) \\|")
	remarkName = regexp.MustCompile("`([A-Z][A-Za-z]+)`")
)

// TestRemarksDoc: docs/remarks.md lists the remarks that the sources make, and no others, and an expectation shows each.
// Code has figures of LLVM's version, so a script of the driver shows it.
func TestRemarksDoc(t *testing.T) {
	page, err := os.ReadFile("../docs/remarks.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, row := range remarkRow.FindAllStringSubmatch(string(page), -1) {
		for _, m := range remarkName.FindAllStringSubmatch(row[1], -1) {
			if listed[m[1]] {
				t.Errorf("docs/remarks.md lists %s twice", m[1])
			}
			listed[m[1]] = true
		}
	}
	shown := readAll(t, "cases/remarks/*.err")
	made := map[string]bool{}
	for _, source := range []string{"lower/mapremark.go", "lower/clauseremark.go", "codegen/body/remark.go",
		"codegen/gpu/remark.go", "codegen/cpu/model.go", "cmd/ompcc/devlink/remarks.go"} {
		for _, m := range remarkID.FindAllStringSubmatch(readAll(t, "../"+source), -1) {
			made[m[1]] = true
		}
	}
	for id := range made {
		if !listed[id] {
			t.Errorf("docs/remarks.md lacks %s", id)
		}
		if id == "Code" && strings.Contains(readAll(t, "driver/remarks.sh"), `\[Code\] `) {
			continue
		}
		if !strings.Contains(shown, " ["+id+"] ") {
			t.Errorf("no expectation in cases/remarks shows %s", id)
		}
	}
	for id := range listed {
		if !made[id] {
			t.Errorf("docs/remarks.md lists %s, which no source makes", id)
		}
	}
	for _, m := range regexp.MustCompile(` remark: .* \[([A-Z][A-Za-z]+)\] \[-R`).FindAllStringSubmatch(shown, -1) {
		if !listed[m[1]] {
			t.Errorf("docs/remarks.md lacks %s, which an expectation shows", m[1])
		}
	}
	if len(made) < 40 {
		t.Errorf("%d ids found, which are too few", len(made))
	}
}

// readAll is the text of the files that match a pattern.
func readAll(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no file, %v", pattern, err)
	}
	var all strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

// TestPTXAS: the remarks have what ptxas says of the code. PyPI's nvidia-cuda-nvcc-cu12 has a ptxas.
func TestPTXAS(t *testing.T) {
	cc := ompcc(t)
	const where = "import os, nvidia.cuda_nvcc as m; print(os.path.join(m.__path__[0], 'bin', 'ptxas'))"
	ptxas, err := exec.LookPath("ptxas")
	if p := os.Getenv("OMPCC_PTXAS"); p != "" {
		ptxas, err = p, nil
	}
	if err != nil {
		out, failed := exec.Command("python3", "-c", where).Output()
		if ptxas = strings.TrimSpace(string(out)); failed != nil {
			t.Skip("SKIPPED: there is no ptxas, in PATH or as OMPCC_PTXAS: pip install nvidia-cuda-nvcc-cu12")
		}
	}
	source := filepath.Join(t.TempDir(), "a.c")
	const text = `void scale(int n, double *x) {
  #pragma omp target teams distribute parallel for map(x[0:n])
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
int main(void) { return 0; }
`
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r := run(t, filepath.Dir(source), []string{"OMPCC_PTXAS=" + ptxas}, cc, "-O2", "-w", "-fopenmp-targets=nvptx", "a.c",
		"-o", "a.out", "-Rpass-analysis=omp-kernel")
	for _, entry := range []string{"", ", entry point for one iteration a thread", ", entry point for several iterations a thread"} {
		want := regexp.MustCompile(`a\.c:2:15: remark: nvptx sm_\d+` + entry + `: \d+ bytes of stack a thread, ` +
			`\d+ bytes of spill stores \(ptxas\), \d+ bytes of spill loads \(ptxas\), \d+ registers \(ptxas\).* \[Code\]`)
		if r.exit != 0 || !want.MatchString(r.stderr) {
			t.Errorf("no remark matches %s\n%s", want, r.stderr)
		}
	}
}
