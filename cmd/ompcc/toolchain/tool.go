// Package toolchain finds and runs the host compiler and LLVM's programs, and names the temporary files that they
// exchange.
package toolchain

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"ompcc/cmd/ompcc/host"
	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/cmd/ompcc/report"
	"ompcc/codegen/hostc/spell"
	"ompcc/parse/pattern"
)

// Tools finds and runs other programs.
type Tools struct {
	HostCC  string // command of the host compiler
	Bin     string // folder of one LLVM's programs, "" if none was found
	Version int    // of that LLVM
	Verbose bool
	DryRun  bool
	out     *report.Reporter

	ForStatic bool // hostCC is gcc for a static program's sake

	runningLock sync.Mutex
	running     map[int]bool // the process numbers of programs
	stopped     bool

	hostOnce sync.Once
	hostInfo spell.Compiler
}

// New has the tools that host.Choose chooses.
func New(verbose, dryRun bool, out *report.Reporter) *Tools {
	c := host.Choose()
	return &Tools{HostCC: c.Command, Bin: c.Bin, Version: c.Version, Verbose: verbose, DryRun: dryRun, out: out}
}

// StaticHost chooses gcc for a static program where clang has no static OpenMP
// library, as on Debian, unless the user has chosen. It reports whether it did.
func (t *Tools) StaticHost() bool {
	if os.Getenv("OMPCC_CC") != "" || t.IsGCC() || host.Exists(filepath.Join(t.Bin, "..", "lib", "libomp.a")) ||
		!host.HasProgram("gcc") {
		return false
	}
	t.HostCC, t.ForStatic = "gcc", true
	return true
}

// CrossHost chooses the gcc for another machine that a triple names where clang has no OpenMP library for it, as on
// Debian, unless the user has chosen. It reports whether it did.
func (t *Tools) CrossHost(triple, machine string) bool {
	if triple == "" || os.Getenv("OMPCC_CC") != "" || t.IsGCC() {
		return false
	}
	for _, name := range []string{triple, machine + "-linux-gnu", machine + "-unknown-linux-gnu"} {
		for _, lib := range []string{"/usr/lib/" + name + "/libomp.so", "/usr/" + name + "/lib/libomp.so"} {
			if host.Exists(lib) {
				return false
			}
		}
		if host.HasProgram(name + "-gcc") {
			t.HostCC = name + "-gcc"
			return true
		}
	}
	return false
}

// UseCXX takes the C++ driver of the host compiler, which links C++ programs with their library, for ompcc++:
// clang++ beside clang, g++ beside gcc, whatever stands before and behind in the name (aarch64-linux-gnu-gcc, gcc-12).
func (t *Tools) UseCXX() {
	dir, base := filepath.Split(t.HostCC)
	for _, names := range [][2]string{{"clang", "clang++"}, {"gcc", "g++"}, {"cc", "c++"}} {
		if i := strings.LastIndex(base, names[0]); i >= 0 {
			if !strings.Contains(base, "++") {
				base = base[:i] + names[1] + base[i+len(names[0]):]
			}
			break
		}
	}
	t.HostCC = dir + base
}

// CheckWish refuses an OMPCC_LLVM that is none.
func CheckWish() error {
	wish := os.Getenv("OMPCC_LLVM")
	if wish == "" || llvm.Wished(wish) != "" {
		return nil
	}
	return report.Problemf(diag.NoLlvm, "OMPCC_LLVM names '%s', which has no clang", wish).
		WithFix("name the folder that has bin/clang, as OMPCC_LLVM=/usr/lib/llvm-19")
}

// CheckVersion refuses an LLVM that OMPCC_LLVM names and that is too old.
func (t *Tools) CheckVersion() error {
	if t.Version == 0 || t.Version >= llvm.Oldest {
		return nil
	}
	return report.Problemf(diag.NoLlvm, "OMPCC_LLVM names LLVM %d; ompcc needs LLVM %d or newer", t.Version,
		llvm.Oldest).
		WithFix("name the folder of a newer one, or unset OMPCC_LLVM")
}

// errNoLLVM says what to install.
func errNoLLVM() error {
	return report.Problemf(diag.NoLlvm, "no LLVM %d or newer was found, which makes the device code%s", llvm.Oldest,
		llvm.Refused("/")).
		WithFix("install clang, llvm and lld of one version (make setup), or set OMPCC_LLVM to its folder")
}

// LLVM returns the path of one of LLVM's programs.
func (t *Tools) LLVM(name string) (string, error) {
	if t.Bin == "" {
		return "", errNoLLVM()
	}
	p := filepath.Join(t.Bin, name)
	if !llvm.IsExecutable(p) {
		if name == "ld.lld" {
			if q, err := exec.LookPath("ld.lld"); err == nil {
				return q, nil
			}
		}
		return "", report.Problemf(diag.NoLlvm, "'%s' is missing in %s", name, t.Bin).
			WithFix("install the package that holds %s of LLVM %d", name, t.Version)
	}
	return p, nil
}

// IsGCC reports whether the host compiler is gcc, by its name.
func (t *Tools) IsGCC() bool { return host.IsGCC(t.HostCC) }

// Host describes the host compiler; its version is asked for once.
func (t *Tools) Host() spell.Compiler {
	t.hostOnce.Do(func() {
		t.hostInfo = spell.Compiler{GCC: t.IsGCC(), Version: t.Version}
		if t.Bin != "" && strings.TrimSuffix(t.HostCC, "++") == filepath.Join(t.Bin, "clang") {
			return
		}
		t.hostInfo.Version = 0
		if out, err := exec.Command(t.HostCC, "-dumpversion").Output(); err == nil {
			fmt.Sscanf(string(out), "%d", &t.hostInfo.Version)
		}
	})
	return t.hostInfo
}

// HostName names the host compiler with its version, for messages.
func (t *Tools) HostName() string {
	return fmt.Sprintf("%s %d", filepath.Base(t.HostCC), t.Host().Version)
}

// Failure is a program that failed; what it printed has been shown or is in output.
type Failure struct {
	name   string
	output string
	err    error
}

// Output is what the program printed.
func (e *Failure) Output() string { return e.output }

func (e *Failure) Error() string {
	if e.output == "" {
		return fmt.Sprintf("'%s' failed: %v", e.name, e.err)
	}
	return e.output
}

// Run executes a command with optional standard input and returns its output.
// What it prints on standard error is returned in a toolError if it fails,
// else passed on.
func (t *Tools) Run(stdin []byte, name string, args ...string) ([]byte, error) {
	stdout, stderr, err := t.Capture(stdin, name, args...)
	if err == nil {
		t.Print(stderr)
	}
	return stdout, err
}

// Capture is run, but leaves it to the caller to pass on what a command that succeeds prints
// on standard error.
func (t *Tools) Capture(stdin []byte, name string, args ...string) (output []byte, said string, err error) {
	if t.Verbose || t.DryRun {
		t.out.Verbatim(CommandLine(name, args) + "\n")
	}
	if t.DryRun {
		return nil, "", nil
	}
	if t.Verbose && name == t.HostCC {
		args = append([]string{"-v"}, args...) // build systems read what the linker's command is
	}
	cmd := exec.Command(name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	pid, err := t.start(func() (int, error) {
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		return cmd.Process.Pid, nil
	})
	if err == nil {
		err = cmd.Wait()
		t.ended(pid)
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return stdout.Bytes(), stderr.String(), nil
	case errors.As(err, &exit):
		return nil, "", &Failure{name: name, output: stderr.String(), err: err}
	}
	return nil, "", report.Problemf(diag.NoTool, "cannot run '%s': %v", name, err).
		WithFix("install it again, or set OMPCC_LLVM to the folder of a working LLVM")
}

// Direct runs the host compiler and returns what it prints on standard error. What it prints on standard output goes to
// ours. The run needs one pipe and no further thread, so it costs a small source hardly more than the compiler itself.
func (t *Tools) Direct(args ...string) (said string, ok bool) {
	path, err := exec.LookPath(t.HostCC)
	if err != nil {
		return "", false
	}
	null, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return "", false
	}
	defer syscall.Close(null)
	var pipe [2]int
	if err := syscall.Pipe2(pipe[:], syscall.O_CLOEXEC); err != nil {
		return "", false
	}
	defer syscall.Close(pipe[0])
	pid, err := t.start(func() (int, error) {
		return syscall.ForkExec(path, append([]string{t.HostCC}, args...), &syscall.ProcAttr{Env: syscall.Environ(),
			Files: []uintptr{uintptr(null), 1, uintptr(pipe[1])}})
	})
	syscall.Close(pipe[1])
	if err != nil {
		return "", false
	}
	defer t.ended(pid)
	var text strings.Builder
	for part := make([]byte, 4096); ; {
		n, err := syscall.Read(pipe[0], part)
		if n <= 0 && err != syscall.EINTR {
			break
		}
		text.Write(part[:max(n, 0)])
	}
	var status syscall.WaitStatus
	for err = syscall.EINTR; err == syscall.EINTR; {
		_, err = syscall.Wait4(pid, &status, 0, nil)
	}
	return text.String(), err == nil && status.ExitStatus() == 0
}

// start starts a program and returns its process number, unless a signal has ended this command.
func (t *Tools) start(program func() (int, error)) (pid int, err error) {
	t.runningLock.Lock()
	defer t.runningLock.Unlock()
	if t.stopped {
		return 0, report.ErrReported
	}
	if pid, err = program(); err == nil {
		if t.running == nil {
			t.running = map[int]bool{}
		}
		t.running[pid] = true
	}
	return pid, err
}

// ended forgets a program that has ended.
func (t *Tools) ended(pid int) {
	t.runningLock.Lock()
	defer t.runningLock.Unlock()
	delete(t.running, pid)
}

// Stop ends the programs that run, as a signal does this one.
func (t *Tools) Stop() {
	t.runningLock.Lock()
	defer t.runningLock.Unlock()
	t.stopped = true
	for pid := range t.running {
		syscall.Kill(pid, syscall.SIGTERM)
	}
}

// moduleDiffers is what LLVM's linker says of libclc, whose triples name no vendor and whose data layout is that of
// the LLVM which the distribution built it with; no option of clang turns it off. Our own modules have the layout of
// the LLVM that compiles them (devlink's withLayout).
var moduleDiffers = pattern.New(`(?m)^warning: Linking two modules of different (target triples|data layouts): .*\n*`)

func withoutModuleWarnings(s string) string { return moduleDiffers().ReplaceAllString(s, "") }

// Print passes on to the user what a program printed.
func (t *Tools) Print(s string) {
	t.out.Write(withoutModuleWarnings(s))
}

// CommandLine quotes a command as a shell would read it.
func CommandLine(name string, args []string) string {
	var b strings.Builder
	b.WriteString(" " + shellQuote(name))
	for _, a := range args {
		b.WriteString(" " + shellQuote(a))
	}
	return b.String()
}

func shellQuote(s string) string {
	if s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' ||
			strings.ContainsRune("-_./=+,:@%", r))
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// WithoutPeeling are clang's flags for device code by LLVM 21 and 22: when these peel the last iteration
// of a loop whose exit compares the bound with the counter, in this order, the loop runs once too often.
func (t *Tools) WithoutPeeling() []string {
	if t.Version == 21 || t.Version == 22 {
		return []string{"-mllvm", "-unroll-allow-peeling=false"}
	}
	return nil
}

// WithoutScopes are clang's flags for AMD code. When LLVM (19 to 22 seen) lays out the variables in LDS, it marks
// every instruction that uses the address of one as accessing no other. It does so even for a store whose value is
// the address.
func (t *Tools) WithoutScopes() []string {
	return []string{"-mllvm", "-enable-scoped-noalias=false"}
}
