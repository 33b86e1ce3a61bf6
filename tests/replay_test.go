package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// replayAll records the first launch of each kernel of a program, and replays them: the outputs must be the same. It
// returns what ompcc replay prints with args.
func replayAll(t *testing.T, cc, dir, exe string, env []string, args ...string) string {
	t.Helper()
	rec := filepath.Join(dir, "record")
	if r := run(t, dir, append(env, "OMPCC_RECORD="+rec), exe); r.exit != 0 ||
		strings.Contains(r.stderr, "OMPCC_RECORD") {
		t.Fatalf("recording: exit %d\n%s", r.exit, r.stderr)
	}
	kernels, err := filepath.Glob(filepath.Join(rec, "*", "after"))
	if err != nil || len(kernels) == 0 {
		t.Fatalf("no kernel was recorded: %v", err)
	}
	r := run(t, dir, nil, cc, append(append([]string{"replay"}, args...), rec)...)
	if n := strings.Count(r.stdout, "the outputs are equal, bit for bit"); r.exit != 0 ||
		len(args) == 0 && n != len(kernels) {
		t.Errorf("%d of %d replays have equal outputs, exit %d\n%s%s", n, len(kernels), r.exit, r.stdout, r.stderr)
	}
	return r.stdout
}

// sweepRow is a row of a sweep with counts: teams, threads, milliseconds, instructions of warps, and those of a scheduler.
var sweepRow = regexp.MustCompile(`(?m)^ *\w+ +\w+ +[0-9.]+ +[1-9][0-9]* +[1-9][0-9]* +equal`)

// TestReplay replays launches on other devices than the one they were recorded on, with other grids, and such as fail.
func TestReplay(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	t.Run("devices", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		exe := filepath.Join(dir, "a.out")
		if r := run(t, "testdata", nil, cc, "-O2", "-fopenmp-targets=cpu,nvptx,amdgcn", "--offload-arch=gfx942",
			"replay.c", "-o", exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		for _, env := range [][]string{nil, {"OMPCC_EMULATE=nvptx"}} {
			out := replayAll(t, cc, dir, exe, env, "-on=cpu,emulated-nvptx,emulated-amdgcn")
			if n := strings.Count(out, "equal, bit for bit"); n != 18 {
				t.Errorf("%v: %d replays have equal outputs, want 18, of 6 kernels\n%s", env, n, out)
			}
		}
		sweep := replayAll(t, cc, dir, exe, nil, "-on=cpu", "-grid=sweep")
		if strings.Count(sweep, "equal") != 150 || !strings.Contains(sweep, "best: ") {
			t.Errorf("a sweep prints\n%s", sweep)
		}
		if counts := replayAll(t, cc, dir, exe, nil, "-on=emulated-nvptx", "-grid=2,64"); !strings.Contains(counts,
			"bit for bit") {
			t.Errorf("another grid:\n%s", counts)
		}
	})
	t.Run("counts", func(t *testing.T) { // by which a sweep on an emulated device chooses
		t.Parallel()
		dir := t.TempDir()
		exe, rec := filepath.Join(dir, "a.out"), filepath.Join(dir, "record")
		if r := run(t, "testdata", nil, cc, "-O2", "-fopenmp-targets=cpu,amdgcn", "--offload-arch=gfx942", "replay.c", "-o",
			exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		if r := run(t, dir, []string{"OMPCC_RECORD=" + rec + ":step:1"}, exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		r := run(t, dir, nil, cc, "replay", "-on=emulated-amdgcn", "-grid=sweep", rec)
		if n := len(sweepRow.FindAllString(r.stdout, -1)); r.exit != 0 || n != 49 || !strings.Contains(r.stdout, "best: ") {
			t.Errorf("exit %d, %d rows with counts, want 49\n%s%s", r.exit, n, r.stdout, r.stderr)
		}
	})
	t.Run("failure", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		exe, rec := filepath.Join(dir, "a.out"), filepath.Join(dir, "record")
		if r := run(t, "testdata", nil, cc, "-g", "-fsanitize=offload", "-DMISTAKE", "replay.c", "-o",
			exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		const says = "replay.c:29:4: error: in a kernel: read of 8 bytes, 'x[i]': just past the end of "
		if r := run(t, dir, []string{"OMPCC_RECORD=" + rec + ":step"}, exe); r.exit != 1 ||
			!strings.Contains(r.stderr, says+"the section 'x[0:N]'") {
			t.Fatalf("exit %d\n%s", r.exit, r.stderr)
		}
		if r := run(t, dir, nil, cc, "replay", rec); r.exit != 1 || !strings.Contains(r.stderr, says) ||
			!strings.Contains(r.stderr, "the kernel failed on cpu") {
			t.Errorf("the replay of a kernel that fails: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
		}
	})
	t.Run("number", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		exe, rec := filepath.Join(dir, "a.out"), filepath.Join(dir, "record")
		if r := run(t, "testdata", nil, cc, "-O1", "replay.c", "-o", exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		for env, want := range map[string]string{":step:3": "0300000000000000", ":step": "0900000000000000"} {
			run(t, dir, []string{"OMPCC_RECORD=" + rec + env}, exe)
			files, err := filepath.Glob(filepath.Join(rec, "*step*", "launch.txt"))
			if err != nil || len(files) != 1 {
				t.Fatalf("%s: records %v, %v", env, files, err)
			}
			if text, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(text), "param 8 "+want+"\n") {
				t.Errorf("%s: want a parameter %s\n%s%v", env, want, text, err)
			}
		}
	})
	t.Run("unwritable", func(t *testing.T) {
		t.Parallel()
		exe := filepath.Join(t.TempDir(), "a.out")
		if r := run(t, "testdata", nil, cc, "-O1", "replay.c", "-o", exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		if r := run(t, "", []string{"OMPCC_RECORD=/no/such/folder"}, exe); r.exit != 0 ||
			!strings.Contains(r.stderr, "OMPCC_RECORD: cannot write '/no/such/folder': No such file or directory") {
			t.Errorf("exit %d\n%s", r.exit, r.stderr)
		}
		if r := run(t, "", nil, cc, "replay", t.TempDir()); r.exit != 1 ||
			!strings.Contains(r.stderr, "is no folder that OMPCC_RECORD has written") {
			t.Errorf("an empty folder: exit %d\n%s", r.exit, r.stderr)
		}
	})
}

// TestReplayExamples: the replay of each kernel of the examples has the recorded outputs, bit for bit, on the CPU device
// and the emulated ones. There the advisor has nothing to say either.
func TestReplayExamples(t *testing.T) {
	cc := ompcc(t)
	for _, e := range exampleDirs(t) {
		t.Run(filepath.Base(e), func(t *testing.T) {
			t.Parallel()
			sources, err := filepath.Glob(filepath.Join(e, "*.c"))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			exe := filepath.Join(dir, "a.out")
			if r := run(t, "", nil, cc, append(append([]string{"-O2", "-w", "-g", "-fopenmp-targets=cpu,nvptx,amdgcn", "-o",
				exe}, sources...), "-lm")...); r.exit != 0 {
				t.Fatal(r.stderr)
			}
			for _, env := range []string{"OMPCC_EMULATE=", "OMPCC_EMULATE=nvptx", "OMPCC_EMULATE=amdgcn"} {
				tmp := filepath.Join(dir, env)
				if err := os.Mkdir(tmp, 0o777); err != nil {
					t.Fatal(err)
				}
				replayAll(t, cc, tmp, exe, []string{env})
				if r := run(t, tmp, []string{env, "OMPCC_ADVISE=1"}, exe); r.exit != 0 || strings.Contains(r.stderr, "advice: ") {
					t.Errorf("%s: exit %d, OMPCC_ADVISE=1 finds:\n%s", env, r.exit, r.stderr)
				}
			}
		})
	}
}
