package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPrograms compiles each program in testdata as device code for the CPU,
// at -O0 and -O2; its output must be that of gcc (x.out).
func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath(newestClang()); err != nil {
		t.Skip("needs clang")
	}
	files, _ := filepath.Glob("testdata/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(f, ".c") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range []string{"0", "2"} {
				exe := filepath.Join(t.TempDir(), "prog")
				if err := run(f, o, exe, "cpu", "", "", false, false, false); err != nil {
					t.Fatalf("-O%s: %v", o, err)
				}
				got, err := exec.Command(exe).CombinedOutput()
				if err != nil {
					t.Errorf("-O%s: %v", o, err)
				}
				diff(t, o, string(got), string(want))
			}
		})
	}
}

func diff(t *testing.T, o, got, want string) {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			t.Errorf("-O%s, line %d: got %q, gcc prints %q", o, i+1, strings.Join(g[min(i, len(g)-1):min(i+1, len(g))], ""), w[i])
			return
		}
	}
	if len(g) > len(w) {
		t.Errorf("-O%s: more output than gcc's: %q", o, g[len(w)])
	}
}

// TestDeviceLibrary compiles rt/devlib as device code for the CPU under other
// names and compares it with the host's C library.
func TestDeviceLibrary(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "compare")
	if err := run("devlib/compare.c", "1", exe, "cpu", "", "", false, false, false); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(exe, "3000").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "bad 0") {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestDeviceLibraryFormats does so with formatted output: every conversion with every length, flag,
// width and precision, on values at the edges.
func TestDeviceLibraryFormats(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "format")
	if err := run("devlib/format.c", "1", exe, "cpu", "", "", false, false, false); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(exe).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), " formats, 0 differ\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// TestDeviceLibraryScan does so with formatted input, random texts and formats.
func TestDeviceLibraryScan(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "scan")
	if err := run("devlib/scan.c", "1", exe, "cpu", "", "", false, false, false); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(exe, "200000").CombinedOutput(); err != nil || string(out) != "0 of 200000 differ\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestDeviceLibraryWide does so with wide characters, POSIX and C23's math.h; the host compiler compiles it, since
// its comparisons use more of the host's library than device code may.
func TestDeviceLibraryWide(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "wide")
	if out, err := exec.Command("clang-19", "-O1", "-w", "-fno-builtin", "-o", exe, "devlib/wide.c", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe, "20000").CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestDeviceLibraryTime does so with universal time and text of it.
func TestDeviceLibraryTime(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "time")
	if out, err := exec.Command("clang-19", "-O1", "-w", "-fno-builtin", "-o", exe, "devlib/time.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe, "100000").CombinedOutput(); err != nil || string(out) != "bad 0\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}
