// Package host knows what ompcc must know before it runs the host compiler: which compiler that is, where ompcc's own
// files are, and what the headers of a source say. The small program that starts each command (cmd/ompcc/front) needs
// nothing else, so the package imports nothing that is slow to start.
package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ompcc/cmd/ompcc/llvm"
)

// Compiler is the host compiler with the LLVM that makes device code.
type Compiler struct {
	Command string
	Bin     string // folder of one LLVM's programs, "" if none was found
	Version int    // of that LLVM
}

// Choose chooses LLVM (OMPCC_LLVM names its folder, else the newest that has
// everything) and the host compiler (OMPCC_CC, else that LLVM's clang, else gcc).
func Choose() (c Compiler) {
	c.Command = os.Getenv("OMPCC_CC")
	c.Bin, c.Version = llvm.Find(os.Getenv("OMPCC_LLVM"), c.Command == "")
	if c.Command == "" && c.Bin != "" && (llvm.HasOpenMP(c.Bin) || !HasProgram("gcc")) {
		c.Command = filepath.Join(c.Bin, "clang")
	}
	if c.Command == "" {
		c.Command = "gcc"
	}
	return c
}

// IsGCC reports whether a command is gcc rather than clang, by its name.
func IsGCC(command string) bool {
	base := filepath.Base(command)
	return !strings.Contains(base, "clang") &&
		(strings.Contains(base, "gcc") || strings.Contains(base, "g++") || base == "cc" || base == "c++")
}

// HasProgram reports whether the search path has a program.
func HasProgram(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// Layout is where ompcc's own files are: found from the place of the command,
// both in the build tree and under an installation prefix.
type Layout struct {
	Include string // omp.h …
	Lib     string // libompcc.a …
}

// WholeCompiler is the name of the compiler proper in Layout.Lib.
const WholeCompiler = "ompcc-compiler"

// Tried is the environment variable by which the compiler learns that the host compiler alone has not been enough.
const Tried = "OMPCC_TRIED_HOST"

// FindLayout finds ompcc's own files beside the program that runs: bin/ompcc, or lib/ompcc/ompcc-compiler.
func FindLayout() (Layout, error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return Layout{}, err
	}
	root := filepath.Dir(filepath.Dir(exe))
	if filepath.Base(exe) == WholeCompiler {
		root = filepath.Dir(root)
	}
	l := Layout{Lib: filepath.Join(root, "lib", "ompcc")}
	for _, d := range []string{filepath.Join(root, "include", "ompcc"), filepath.Join(root, "include")} {
		if _, err := os.Stat(filepath.Join(d, "ompx.h")); err == nil {
			l.Include = d
			break
		}
	}
	return l, nil
}

// Exists reports whether there is something at path.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// WithoutDeviceCode are libraries of the system that every program may name.
var WithoutDeviceCode = map[string]bool{
	"c": true, "m": true, "pthread": true, "dl": true, "rt": true, "util": true, "crypt": true, "resolv": true,
	"gcc": true, "gcc_s": true, "atomic": true, "gomp": true, "omp": true,
}

// AtomicLibrary is libatomic, if it is there: clang calls it for atomic access to
// complex and other large objects, gcc's driver never needs it.
func AtomicLibrary(static bool) []string {
	file := "libatomic.so"
	if static {
		file = "libatomic.a"
	}
	for _, pattern := range []string{"/usr/lib/gcc/*/*/" + file, "/usr/lib/*/" + file, "/usr/lib64/" + file} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return []string{"-Wl,--push-state,--as-needed", "-latomic", "-Wl,--pop-state"}
		}
	}
	return nil
}

// SystemLibraries are the libraries behind the inputs of each link.
func SystemLibraries() []string {
	return []string{"-lm", "-lpthread", "-ldl", "-Wl,-z,start-stop-visibility=hidden"}
}
