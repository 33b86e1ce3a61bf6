package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	plant  = regexp.MustCompile(`// found: (\S+)(?: (.*\S))?`)
	advice = regexp.MustCompile(`(?m)^ompcc: (?:\S*/)?([\w.]+):(\d+): advice: (.*) \[([a-z-]+)\]\n  write: \S.*$`)
)

// TestAdvise runs the programs of tests/advise with OMPCC_ADVISE=1: the advisor must find what their comments say, and nothing else.
func TestAdvise(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	planted := 0
	const checked = "-O1 -g -fsanitize=offload -fopenmp-targets=cpu,nvptx,amdgcn"
	for _, c := range []struct {
		file, flags string
		env         []string
	}{
		{"transfers.c", "-O2", []string{""}},
		{"stale.c", checked, []string{"OMPCC_CPU_DEVICES=2", "OMPCC_EMULATE=nvptx:2", "OMPCC_EMULATE=amdgcn:2"}},
		{"emulated.c", checked, []string{"OMPCC_EMULATE=nvptx", "OMPCC_EMULATE=amdgcn"}},
		{"clean.c", checked, []string{"", "OMPCC_EMULATE=nvptx", "OMPCC_EMULATE=amdgcn"}},
	} {
		want := plantsOf(t, filepath.Join("advise", c.file))
		planted += len(want)
		for _, env := range c.env {
			t.Run(c.file+" "+env, func(t *testing.T) {
				t.Parallel()
				checkAdvice(t, advised(t, cc, "advise", c.file, c.flags, env), want)
			})
		}
	}
	if planted < 30 {
		t.Errorf("%d planted mistakes, want at least 30", planted)
	}
}

// advised is what a program of dir says with the advisor.
func advised(t *testing.T, cc, dir, file, flags string, env ...string) string {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "a.out")
	if r := run(t, dir, nil, cc, append(append([]string{"-w"}, strings.Fields(flags)...), file, "-lm", "-o", exe)...); r.exit != 0 {
		t.Fatalf("%s does not compile:\n%s", file, r.stderr)
	}
	r := run(t, dir, append(env, "OMPCC_ADVISE=1"), exe)
	if r.exit != 0 {
		t.Fatalf("%s: exit %d\n%s%s", file, r.exit, r.stdout, r.stderr)
	}
	return r.stderr
}

// plantsOf are the findings that a file's comments ask for: "line kind".
func plantsOf(t *testing.T, path string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if m := plant.FindStringSubmatch(line); m != nil {
			list = append(list, strings.TrimSpace(fmt.Sprintf("%d %s %s", i+1, m[1], m[2])))
		}
	}
	return list
}

func checkAdvice(t *testing.T, said string, want []string) {
	t.Helper()
	var got []string
	for _, m := range advice.FindAllStringSubmatch(said, -1) {
		f := m[2] + " " + m[4]
		if v := regexp.MustCompile(`'([^']*)'`).FindStringSubmatch(m[3]); v != nil {
			f += " " + v[1]
		}
		got = append(got, f)
	}
	if n := strings.Count(said, "advice: "); n != len(got) {
		t.Errorf("%d of %d findings have another form:\n%s", n-len(got), n, said)
	}
	for _, f := range want {
		if !slices.Contains(got, f) {
			t.Errorf("missed: %s\n%s", f, said)
		}
	}
	for _, f := range got {
		if !slices.Contains(want, f) {
			t.Errorf("false: %s", f)
		}
	}
	t.Logf("planted %d, found %d", len(want), len(got))
}

// TestAdviseWrites: a finding about stale data names the write on the other side that the value comes from, the
// place of the read, its bytes, and the update to insert. The test uses the checked CPU device and emulated ones.
func TestAdviseWrites(t *testing.T) {
	cc := ompcc(t)
	for _, env := range []string{"OMPCC_EMULATE=", "OMPCC_EMULATE=nvptx", "OMPCC_EMULATE=amdgcn"} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			said := advised(t, cc, "advise", "writes.c", "-O1 -g -fsanitize=offload -fopenmp-targets=cpu,nvptx,amdgcn", env)
			for _, want := range []string{
				`writes\.c:13: advice: host: it reads 'x', which the kernel at writes\.c:11 has changed since; ` +
					`the value that it reads is that of the host, at writes\.c:9; once, 4 bytes, no time lost \[stale-host\]\n` +
					`  write: #pragma omp target update from\(x\) before this line\n`,
				`writes\.c:16: advice: kernel: it reads 'x', at writes\.c:18, which the host has changed since, at writes\.c:15; ` +
					`the device has the values that were sent before, at writes\.c:9; (once|30 times), 120 bytes, no time lost \[stale-device\]\n` +
					`  write: #pragma omp target update to\(x\) before the construct\n`,
				`writes\.c:20: advice: kernel: it reads 'factor', at writes\.c:23, which the host has changed since, at writes\.c:19; ` +
					`the device has the values that were sent before; once, 4 bytes, no time lost \[stale-device\]\n`,
			} {
				if !regexp.MustCompile(want).MatchString(said) {
					t.Errorf("want %s\n%s", want, said)
				}
			}
			if n := strings.Count(said, "advice: "); n != 3 {
				t.Errorf("%d findings\n%s", n, said)
			}
		})
	}
}
