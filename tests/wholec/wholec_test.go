package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

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
	if out, err := exec.Command(llvm.Clang(), "-O1", "-w", "-fno-builtin", "-o", exe, "devlib/wide.c", "-lm").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe, "20000").CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestDeviceLibraryTime does so with universal time and text of it.
func TestDeviceLibraryTime(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "time")
	if out, err := exec.Command(llvm.Clang(), "-O1", "-w", "-fno-builtin", "-o", exe, "devlib/time.c").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(exe, "100000").CombinedOutput(); err != nil || string(out) != "bad 0\n" {
		t.Fatalf("%v\n%s", err, out)
	}
}
