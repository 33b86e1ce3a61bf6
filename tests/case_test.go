package tests

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ompcc/tests/require"
)

var update = flag.Bool("update", false, "rewrite the expectations beside the cases")

// limit ends a command that hangs. None takes a tenth of it, however slow and busy the machine.
const limit = 10 * time.Minute

// testCase is one C file of cases.
type testCase struct {
	path string // cases/map/x.c
	// Options from the comments at its top.
	flags, env   []string
	deviceOnly   bool
	noGCC        bool
	knownFailure string
	noGPU        string // why it does not run on a GPU
	emulate      string // options of the emulated device
	noLockstep   string // why GPUs that execute the threads of a warp in lockstep do not run it
	noAMD        string // why the emulated AMD device does not run it
	slowAMD      bool   // whether the emulated AMD device takes so long that make test leaves it out
	eachAMD      bool   // whether it runs on emulated AMD devices of each architecture
	noRemote     string // why it is not for a device of another rank
	noAArch64    string // why it is not for an aarch64 program
	host         string // the host compiler that it needs
	knowsGPU     bool   // whether it is another program where GPU is defined
}

// asksForGPU finds the lines of a program that ask whether it is compiled for GPUs alone.
var asksForGPU = regexp.MustCompile(`(?m)^#\s*(?:if|elif).*\bGPU\b`)

// compilerEnv is what the compiler's environment must have for the case.
func (c *testCase) compilerEnv() []string {
	if c.host == "" {
		return nil
	}
	return []string{"OMPCC_CC=" + c.host}
}

func (c *testCase) name() string {
	return strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(c.path), "cases/"), ".c")
}

// beside is the path of the expectation with extension ext.
func (c *testCase) beside(ext string) string { return strings.TrimSuffix(c.path, ".c") + ext }

func (c *testCase) has(ext string) bool {
	_, err := os.Stat(c.beside(ext))
	return err == nil
}

// aboutC says whether the case is about C in device code.
func (c *testCase) aboutC() bool { return strings.HasPrefix(c.name(), "c/") }

// goldens are the extensions of expectations about a stage of the compiler, with
// the flags that print it.
var goldens = map[string][]string{
	".region": {"-emit-region", "-o", "-"},
	".ll":     {"--offload-device-only", "-S", "-emit-llvm", "-o", "-"},
	".host.c": {"-emit-c", "-o", "-"},
}

// runs reports whether the case is a program to be run.
func (c *testCase) runs() bool {
	for ext := range goldens {
		if c.has(ext) {
			return c.has(".out")
		}
	}
	return !c.has(".err")
}

// isExpectation reports whether a file of cases is an expectation, and for which C file.
func isExpectation(path string) (source string, ok bool) {
	for _, ext := range []string{".out", ".err", ".region", ".ll", ".host.c", ".mistake"} {
		if strings.HasSuffix(path, ext) {
			return strings.TrimSuffix(path, ext) + ".c", true
		}
	}
	return "", false
}

// skipUpdate leaves the expectations of known failures as they are.
func skipUpdate(t *testing.T, c *testCase) {
	t.Helper()
	if *update && c.knownFailure != "" {
		t.Skip("known failure: its expectation is not updated")
	}
}

// cases finds all cases.
func cases(t *testing.T) []*testCase {
	t.Helper()
	var list []*testCase
	err := filepath.WalkDir("cases", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".c" || strings.HasSuffix(path, ".host.c") {
			return err
		}
		c, err := readCase(path)
		list = append(list, c)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// readCase reads the options at the top of a case.
func readCase(path string) (*testCase, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &testCase{path: path, knowsGPU: asksForGPU.Match(text)}
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(line, "// ")
		if !ok {
			break
		}
		key, value, ok := strings.Cut(strings.TrimSpace(rest), ": ")
		if !ok {
			continue
		}
		switch key {
		case "flags":
			c.flags = strings.Fields(value)
		case "env":
			c.env = strings.Fields(value)
		case "only":
			if value != "device" {
				return nil, fmt.Errorf("%s: only: %s is not known", path, value)
			}
			c.deviceOnly = true
		case "gcc":
			if !strings.HasPrefix(value, "no (") {
				return nil, fmt.Errorf("%s: gcc: needs a reason: no (…)", path)
			}
			c.noGCC = true
		case "gpu":
			reason, ok := strings.CutPrefix(value, "no (")
			if !ok {
				return nil, fmt.Errorf("%s: gpu: needs a reason: no (…)", path)
			}
			c.noGPU = strings.TrimSuffix(reason, ")")
		case "amd":
			if value == "each" || value == "slow" {
				c.eachAMD, c.slowAMD = value == "each", value == "slow"
				break
			}
			reason, ok := strings.CutPrefix(value, "no (")
			if !ok {
				return nil, fmt.Errorf("%s: amd: is each, slow, or no (…) with a reason", path)
			}
			c.noAMD = strings.TrimSuffix(reason, ")")
		case "lockstep":
			reason, ok := strings.CutPrefix(value, "no (")
			if !ok {
				return nil, fmt.Errorf("%s: lockstep: needs a reason: no (…)", path)
			}
			c.noLockstep = strings.TrimSuffix(reason, ")")
		case "remote":
			reason, ok := strings.CutPrefix(value, "no (")
			if !ok {
				return nil, fmt.Errorf("%s: remote: needs a reason: no (…)", path)
			}
			c.noRemote = strings.TrimSuffix(reason, ")")
		case "aarch64":
			reason, ok := strings.CutPrefix(value, "no (")
			if !ok {
				return nil, fmt.Errorf("%s: aarch64: needs a reason: no (…)", path)
			}
			c.noAArch64 = strings.TrimSuffix(reason, ")")
		case "emulate":
			c.emulate = "," + value
		case "host":
			c.host = value
		case "known-failure":
			c.knownFailure = value
		}
	}
	return c, nil
}

// ompcc is the compiler under test.
func ompcc(t *testing.T) string {
	t.Helper()
	if p := os.Getenv("OMPCC"); p != "" {
		return p
	}
	p, err := filepath.Abs("../bin/ompcc")
	if err != nil {
		t.Fatal(err)
	}
	require.Built(t, p)
	return p
}

// result is what a command did.
type result struct {
	stdout, stderr string
	exit           int
}

// run runs a command in dir with env added to the environment.
func run(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return result{stdout.String(), fmt.Sprintf("stopped after %s\n%s", limit, stderr.String()), -1}
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", name, err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// updated says that a test has written its expectation.
var updated atomic.Bool

// compare checks got against the expectation file, or rewrites that with -update.
func compare(path, got string) error {
	if *update {
		updated.Store(true)
		return os.WriteFile(path, []byte(got), 0o666)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if d := cmp.Diff(string(want), got); d != "" {
		return fmt.Errorf("%s differs (-want +got):\n%s", path, d)
	}
	return nil
}

// judge turns a case's outcome into the test's, minding known failures.
func judge(t *testing.T, c *testCase, err error) {
	t.Helper()
	switch {
	case c.knownFailure != "" && err == nil:
		t.Errorf("works now: take away \"known-failure: %s\"", c.knownFailure)
	case c.knownFailure != "":
		t.Skipf("known failure: %s", c.knownFailure)
	case err != nil:
		t.Error(err)
	}
}
