package emu_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ompcc/rt/emu/profile"
)

// devicesProgram compiles a program of testdata/devices, and returns what runs it.
func devicesProgram(t *testing.T, name string, flags ...string) func(emulate string, args ...string) (string, error) {
	t.Helper()
	compiler, emulator := built(t)
	exe := filepath.Join(t.TempDir(), "a.out")
	args := append([]string{"-g", "-O1", "-w", "-o", exe, "testdata/devices/" + name + ".c"}, flags...)
	if !slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, "-fopenmp-targets") }) {
		args = append(args, "-fopenmp-targets=nvptx")
	}
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(emulate string, args ...string) (string, error) {
		cmd := exec.Command(exe, args...)
		cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator, "OMPCC_EMULATE="+emulate,
			"OMP_TARGET_OFFLOAD=MANDATORY")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
}

// TestAtOnce: kernels and copies of several threads are done at the same time.
func TestAtOnce(t *testing.T) {
	want := "two kernels met\na kernel and a copy met\n"
	if out, err := devicesProgram(t, "at_once")("nvptx"); err != nil || out != want {
		t.Errorf("%v\n%s", err, out)
	}
	// The history of an access has one of several readers, which may be the thread itself.
	race := regexp.MustCompile(`at_once.c:48: data race: .*(read|write) by ` +
		`(thread \(0,0,0\) of block \(0,0,0\) of kernel \S+, launched at the same time,|another thread) at \S*at_once.c:48\n`)
	if out, err := devicesProgram(t, "at_once", "-DRACE")("nvptx"); err == nil || !race.MatchString(out) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestDevices: several devices with memory, counts and addresses of their own.
func TestDevices(t *testing.T) {
	start := devicesProgram(t, "several")
	if out, err := start("nvptx"); err != nil || out != "1 devices\n0 wrong\n" {
		t.Errorf("%v\n%s", err, out)
	}
	file := filepath.Join(t.TempDir(), "counts.json")
	if out, err := start("nvptx:3,memory=64M,profile=" + file); err != nil || out != "3 devices\n0 wrong\n" {
		t.Errorf("%v\n%s", err, out)
	}
	for _, name := range []string{file, strings.Replace(file, ".json", ".1.json", 1),
		strings.Replace(file, ".json", ".2.json", 1)} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var counts []profile.Counts
		if err := json.Unmarshal(data, &counts); err != nil || len(counts) != 1 || counts[0].Launches != 1 {
			t.Errorf("%s: %v, %d kernels\n%s", name, err, len(counts), data)
		}
	}
	out, err := start("nvptx:2,profile", "other")
	if err == nil ||
		!regexp.MustCompile(`several.c:39: out-of-bounds access: load of 4 bytes at 0x\w+, an address of device 0's memory`).MatchString(out) {
		t.Errorf("%v\n%s", err, out)
	}
	cpu := devicesProgram(t, "several", "-fopenmp-targets=cpu")
	if out, err := cpu("nvptx"); err != nil ||
		out != "ompcc: warning: OMPCC_EMULATE is set, but the program has no code for NVIDIA GPUs: compile it with -fopenmp-targets=nvptx\n1 devices\n0 wrong\n" {
		t.Errorf("%v\n%s", err, out)
	}
	for _, text := range []string{"nvptx:0", "nvptx:99", "nvptx:", "nvptx:2x", "gpu"} {
		out, err := start(text)
		if err == nil || !strings.Contains(out,
			"ompcc: warning: OMPCC_EMULATE='"+text+"' is none of nvptx, nvptx:N, amdgcn and amdgcn:N, with N from 1 to 16, and options; ignored\n") {
			t.Errorf("%s: %v\n%s", text, err, out)
		}
	}
}

// TestProcess: a signal to the program's group does not end the emulator, a child of
// the program does not disturb it, and it ends with the program, whatever children
// are left.
func TestProcess(t *testing.T) {
	compiler, emulator := built(t)
	exe := filepath.Join(t.TempDir(), "a.out")
	if out, err := exec.Command(compiler, "-O1", "-w", "-fopenmp-targets=nvptx", "-o", exe,
		"testdata/devices/process.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	start := func(what string) *exec.Cmd {
		cmd := exec.Command(exe, what)
		cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator, "OMPCC_EMULATE=nvptx", "OMP_TARGET_OFFLOAD=DEFAULT",
			"EMULATED_IN="+exe)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	for what, want := range map[string]string{
		"interrupt": "x is 5 after the interrupt\n",
		"fork":      "child: 0 devices, 21\nparent: 1 devices, 40\nx is 5\n",
	} {
		if out, err := start(what).Output(); err != nil || string(out) != want {
			t.Errorf("%s: %v\n%s", what, err, out)
		}
	}
	out, err := start("crash").CombinedOutput()
	want := regexp.MustCompile(`^ompcc: testdata/devices/process.c:\d+: error: kernel \S+ failed on device 0 \(emulated NVIDIA GPU\): the emulator's process has ended: killed \(when .*\)\nat exit: 0 wrong\n$`)
	if err == nil || !want.Match(out) {
		t.Errorf("%v\n%s", err, out)
	}
	cmd := start("killed")
	child, in, err := os.Pipe() // which the child waits for
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdin = child
	if err := cmd.Run(); err == nil {
		t.Error("the program was not killed")
	}
	_ = child.Close()
	for n := 0; ; n++ {
		left := emulators(t, "EMULATED_IN="+exe)
		if len(left) == 0 {
			break
		}
		if n == 3000 {
			t.Fatalf("the emulators %v go on", left)
		}
		time.Sleep(100 * time.Millisecond)
	}
	_ = in.Close()
}

// emulators are the processes of emulators with a variable in their environment.
func emulators(t *testing.T, variable string) (all []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		env, _ := os.ReadFile(f) // other users' cannot be read
		name, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "comm"))
		if strings.Contains(string(env), variable) && strings.HasPrefix(string(name), "ompcc-emulator") {
			all = append(all, f)
		}
	}
	return all
}

// TestAMDProcesses: each emulated AMD device is a process with counts of its own, and goes on when another one has ended.
func TestAMDProcesses(t *testing.T) {
	compiler, emulator := built(t)
	dir := t.TempDir()
	exe, file := filepath.Join(dir, "two"), filepath.Join(dir, "counts.json")
	if out, err := exec.Command(compiler, "-O1", "-w", "-fopenmp-targets=amdgcn", "-o", exe,
		"testdata/devices/two.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for device, want := range map[string]string{
		"0": "^device 0: 100\n$",
		"1": `^ompcc: testdata/devices/two.c:\d+: error: .* device 1 .*: the emulated device's process has ended\n`,
	} {
		cmd := exec.Command(exe, device)
		cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator, "OMPCC_EMULATE=amdgcn:2,profile="+file,
			"OMP_TARGET_OFFLOAD=MANDATORY", "EMULATED_IN="+exe)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stderr = cmd.Stdout
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		text := bufio.NewReader(out)
		for _, line := range []string{"device 0: 100\n", "device 1: 100\n"} {
			if got, _ := text.ReadString('\n'); got != line {
				t.Fatalf("%q instead of %q", got, line)
			}
		}
		endSecond(t, emulators(t, "EMULATED_IN="+exe))
		if _, err := in.Write([]byte("\n")); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(text)
		if err := cmd.Wait(); (err == nil) != (device == "0") || !regexp.MustCompile(want).Match(rest) {
			t.Errorf("on device %s: %v\n%s", device, err, rest)
		}
	}
	for name, known := range map[string]bool{file: true, strings.Replace(file, ".json", ".1.json", 1): false} {
		if _, err := os.Stat(name); (err == nil) != known {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// endSecond ends the younger of two emulators, given as files of /proc.
func endSecond(t *testing.T, files []string) {
	t.Helper()
	var pids []int
	for _, f := range files {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f)))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	slices.Sort(pids)
	if len(pids) != 2 {
		t.Fatalf("the processes %d instead of two", pids)
	}
	if err := syscall.Kill(pids[1], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}
