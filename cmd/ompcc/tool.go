package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"ompcc/pragma"
)

// oldestLLVM is the first version with opaque pointers only.
const oldestLLVM = 17

// newestLLVM bounds the search for versioned commands.
const newestLLVM = 40

// tools finds and runs other programs.
type tools struct {
	hostCC  string // command of the host compiler
	llvmBin string // folder of one LLVM's programs, "" if none was found
	version int    // of that LLVM
	verbose bool
	dryRun  bool
	stderr  io.Writer
	mu      sync.Mutex // of stderr

	forStatic bool // hostCC is gcc for a static program's sake

	runningLock sync.Mutex
	running     map[*exec.Cmd]bool
	stopped     bool

	hostOnce sync.Once
	hostInfo pragma.HostCompiler
}

// newTools chooses LLVM (OMPCC_LLVM names its folder, else the newest that has
// everything) and the host compiler (OMPCC_CC, else that LLVM's clang, else gcc).
func newTools(verbose, dryRun bool, stderr io.Writer) *tools {
	t := &tools{verbose: verbose, dryRun: dryRun, stderr: stderr}
	t.hostCC = os.Getenv("OMPCC_CC")
	t.llvmBin, t.version = findLLVM(os.Getenv("OMPCC_LLVM"), t.hostCC == "")
	if t.hostCC == "" && t.llvmBin != "" && (hasOpenMP(t.llvmBin) || !hasProgram("gcc")) {
		t.hostCC = filepath.Join(t.llvmBin, "clang")
	}
	if t.hostCC == "" {
		t.hostCC = "gcc"
	}
	return t
}

// staticHost chooses gcc for a static program where clang has no static OpenMP
// library, as on Debian, unless the user has chosen. It reports whether it did.
func (t *tools) staticHost() bool {
	if os.Getenv("OMPCC_CC") != "" || t.isGCC() || exists(filepath.Join(t.llvmBin, "..", "lib", "libomp.a")) || !hasProgram("gcc") {
		return false
	}
	t.hostCC, t.forStatic = "gcc", true
	return true
}

func hasProgram(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// findLLVM returns the folder of the newest LLVM that has every program that is
// needed and, when its clang is to be the host compiler, the OpenMP library; a
// newer one without them is only taken when no other is there.
func findLLVM(wish string, isHost bool) (dir string, version int) {
	if d := wishedLLVM(wish); d != "" {
		return d, versionOf(d)
	}
	return choose(installedLLVMs("/"), isHost)
}

// wishedLLVM is the folder with the programs of the LLVM that OMPCC_LLVM names, "" without one.
func wishedLLVM(wish string) string {
	for _, d := range []string{wish, filepath.Join(wish, "bin")} {
		if wish != "" && isExecutable(filepath.Join(d, "clang")) {
			return d
		}
	}
	return ""
}

// checkWish refuses an OMPCC_LLVM that is none.
func checkWish() error {
	wish := os.Getenv("OMPCC_LLVM")
	if wish == "" || wishedLLVM(wish) != "" {
		return nil
	}
	return usagef("no-llvm", "OMPCC_LLVM names '%s', which has no clang", wish).fixf("name the folder that has bin/clang, as OMPCC_LLVM=/usr/lib/llvm-19")
}

// checkVersion refuses an LLVM that OMPCC_LLVM names and that is too old.
func (t *tools) checkVersion() error {
	if t.version == 0 || t.version >= oldestLLVM {
		return nil
	}
	return usagef("no-llvm", "OMPCC_LLVM names LLVM %d; ompcc needs LLVM %d or newer", t.version, oldestLLVM).
		fixf("name the folder of a newer one, or unset OMPCC_LLVM")
}

// refusedLLVMs says which LLVMs below root cannot be used, and why.
func refusedLLVMs(root string) string {
	var list []string
	found, _ := filepath.Glob(filepath.Join(root, "usr/lib/llvm-*/bin"))
	for _, dir := range found {
		v := 0
		fmt.Sscanf(filepath.Base(filepath.Dir(dir)), "llvm-%d", &v)
		switch {
		case v > 0 && v < oldestLLVM:
			list = append(list, fmt.Sprintf("%s is too old", filepath.Dir(dir)))
		case v > 0 && !isExecutable(filepath.Join(dir, "clang")):
			list = append(list, fmt.Sprintf("%s has no clang", filepath.Dir(dir)))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, ", ")
}

// installed is an LLVM on this machine.
type installed struct {
	dir     string
	version int
}

// choose returns the first that has everything, else the first with the programs,
// else the first.
func choose(found []installed, isHost bool) (dir string, version int) {
	for _, needs := range []func(dir string) bool{
		func(dir string) bool { return hasPrograms(dir) && (!isHost || hasOpenMP(dir)) },
		hasPrograms,
		func(string) bool { return true },
	} {
		for _, l := range found {
			if needs(l.dir) {
				return l.dir, l.version
			}
		}
	}
	return "", 0
}

// installedLLVMs are those with a clang below root, the newest first, then the
// clang in the search path.
func installedLLVMs(root string) []installed {
	var found []installed
	for v := newestLLVM; v >= oldestLLVM; v-- {
		for _, pattern := range []string{"usr/lib/llvm-%d/bin", "usr/lib64/llvm%d/bin", "opt/llvm-%d/bin", "usr/local/llvm-%d/bin"} {
			if d := filepath.Join(root, fmt.Sprintf(pattern, v)); isExecutable(filepath.Join(d, "clang")) {
				found = append(found, installed{d, v})
			}
		}
	}
	if p, err := exec.LookPath("clang"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			if v := versionOf(filepath.Dir(p)); v >= oldestLLVM {
				found = append(found, installed{filepath.Dir(p), v})
			}
		}
	}
	return found
}

// hasPrograms reports whether the folder has what makes device code.
func hasPrograms(dir string) bool {
	for _, name := range []string{"clang", "opt", "llvm-as", "llvm-link"} {
		if !isExecutable(filepath.Join(dir, name)) {
			return false
		}
	}
	return isExecutable(filepath.Join(dir, "ld.lld")) || hasProgram("ld.lld")
}

// hasOpenMP reports whether the LLVM of folder dir has the host's OpenMP library:
// its own, or the one that all of a distribution's share.
func hasOpenMP(dir string) bool {
	for _, lib := range []string{"../lib/libomp.so", "../lib64/libomp.so", "../lib/libomp.a", "../lib/*/libomp.so", "../../libomp.so"} {
		if found, _ := filepath.Glob(filepath.Join(dir, lib)); len(found) > 0 {
			return true
		}
	}
	return false
}

// versionOf asks a folder's clang for its version.
func versionOf(dir string) int {
	out, err := exec.Command(filepath.Join(dir, "clang"), "-dumpversion").Output()
	if err != nil {
		return 0
	}
	v := 0
	fmt.Sscanf(string(out), "%d", &v)
	return v
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
}

// errNoLLVM says what to install.
func errNoLLVM() error {
	return usagef("no-llvm", "no LLVM %d or newer was found, which makes the device code%s", oldestLLVM, refusedLLVMs("/")).
		fixf("install clang, llvm and lld of one version (make setup), or set OMPCC_LLVM to its folder")
}

// llvm returns the path of one of LLVM's programs.
func (t *tools) llvm(name string) (string, error) {
	if t.llvmBin == "" {
		return "", errNoLLVM()
	}
	p := filepath.Join(t.llvmBin, name)
	if !isExecutable(p) {
		if name == "ld.lld" {
			if q, err := exec.LookPath("ld.lld"); err == nil {
				return q, nil
			}
		}
		return "", usagef("no-llvm", "'%s' is missing in %s", name, t.llvmBin).fixf("install the package that holds %s of LLVM %d", name, t.version)
	}
	return p, nil
}

// isGCC reports whether the host compiler is gcc, by its name.
func (t *tools) isGCC() bool {
	base := filepath.Base(t.hostCC)
	return !strings.Contains(base, "clang") && (strings.Contains(base, "gcc") || base == "cc")
}

// host describes the host compiler; its version is asked for once.
func (t *tools) host() pragma.HostCompiler {
	t.hostOnce.Do(func() {
		t.hostInfo = pragma.HostCompiler{GCC: t.isGCC(), Version: t.version}
		if t.llvmBin != "" && t.hostCC == filepath.Join(t.llvmBin, "clang") {
			return
		}
		t.hostInfo.Version = 0
		if out, err := exec.Command(t.hostCC, "-dumpversion").Output(); err == nil {
			fmt.Sscanf(string(out), "%d", &t.hostInfo.Version)
		}
	})
	return t.hostInfo
}

// hostName names the host compiler with its version, for messages.
func (t *tools) hostName() string {
	return fmt.Sprintf("%s %d", filepath.Base(t.hostCC), t.host().Version)
}

// toolError is a program that failed; what it printed has been shown or is in output.
type toolError struct {
	name   string
	output string
	err    error
}

func (e *toolError) Error() string {
	if e.output == "" {
		return fmt.Sprintf("'%s' failed: %v", e.name, e.err)
	}
	return e.output
}

// run executes a command with optional standard input and returns its output.
// What it prints on standard error is returned in a toolError if it fails,
// else passed on.
func (t *tools) run(stdin []byte, name string, args ...string) ([]byte, error) {
	stdout, stderr, err := t.capture(stdin, name, args...)
	if err == nil {
		t.print(withoutTripleWarning(stderr))
	}
	return stdout, err
}

// capture is run, but leaves it to the caller to pass on what a command that succeeds prints
// on standard error.
func (t *tools) capture(stdin []byte, name string, args ...string) (output []byte, said string, err error) {
	if t.verbose || t.dryRun {
		t.print(commandLine(name, args) + "\n")
	}
	if t.dryRun {
		return nil, "", nil
	}
	if t.verbose && name == t.hostCC {
		args = append([]string{"-v"}, args...) // build systems read what the linker's command is
	}
	cmd := exec.Command(name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if stdin != nil {
		cmd.Stdin = bytes.NewReader(stdin)
	}
	err = t.start(cmd)
	if err == nil {
		err = cmd.Wait()
		t.runningLock.Lock()
		delete(t.running, cmd)
		t.runningLock.Unlock()
	}
	var exit *exec.ExitError
	switch {
	case err == nil:
		return stdout.Bytes(), stderr.String(), nil
	case errors.As(err, &exit):
		return nil, "", &toolError{name: name, output: stderr.String(), err: err}
	}
	return nil, "", usagef("no-tool", "cannot run '%s': %v", name, err)
}

// start starts a command, unless a signal has ended this one.
func (t *tools) start(cmd *exec.Cmd) error {
	t.runningLock.Lock()
	defer t.runningLock.Unlock()
	if t.stopped {
		return errReported
	}
	if t.running == nil {
		t.running = map[*exec.Cmd]bool{}
	}
	t.running[cmd] = true
	return cmd.Start()
}

// stop ends the programs that run, as a signal does this one.
func (t *tools) stop() {
	t.runningLock.Lock()
	defer t.runningLock.Unlock()
	t.stopped = true
	for cmd := range t.running {
		cmd.Process.Signal(syscall.SIGTERM)
	}
}

// withoutTripleWarning drops what LLVM's linker says of libclc, whose triples
// name no vendor; no option turns it off.
func withoutTripleWarning(s string) string {
	const warning = "warning: Linking two modules of different target triples: "
	for {
		i := strings.Index(s, warning)
		if i < 0 {
			return s
		}
		end := strings.IndexByte(s[i:], '\n')
		if end < 0 {
			return s[:i]
		}
		s = s[:i] + strings.TrimLeft(s[i+end:], "\n")
	}
}

func (t *tools) print(s string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	io.WriteString(t.stderr, s)
}

// commandLine quotes a command as a shell would read it.
func commandLine(name string, args []string) string {
	var b strings.Builder
	b.WriteString(" " + shellQuote(name))
	for _, a := range args {
		b.WriteString(" " + shellQuote(a))
	}
	return b.String()
}

func shellQuote(s string) string {
	if s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-_./=+,:@%", r))
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// layout is where ompcc's own files are: found from the place of the command,
// both in the build tree and under an installation prefix.
type layout struct {
	include string // omp.h …
	lib     string // libompcc.a …
}

func findLayout() (layout, error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return layout{}, err
	}
	root := filepath.Dir(filepath.Dir(exe))
	l := layout{lib: filepath.Join(root, "lib", "ompcc")}
	for _, d := range []string{filepath.Join(root, "include", "ompcc"), filepath.Join(root, "include")} {
		if _, err := os.Stat(filepath.Join(d, "ompx.h")); err == nil {
			l.include = d
			break
		}
	}
	return l, nil
}

// withoutPeeling are clang's flags for device code by LLVM 21 and 22: when these peel the last iteration
// of a loop whose exit compares the bound with the counter, in this order, the loop runs once too often.
func (t *tools) withoutPeeling() []string {
	if t.version == 21 || t.version == 22 {
		return []string{"-mllvm", "-unroll-allow-peeling=false"}
	}
	return nil
}
