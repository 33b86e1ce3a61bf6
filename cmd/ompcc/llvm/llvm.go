// Package llvm finds the LLVMs that are installed on this machine: for the driver, and for the tests of all packages,
// so that both choose the same one. It imports nothing of ours.
package llvm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Oldest is the first version with opaque pointers only.
const Oldest = 17

// Find returns the folder of the newest LLVM that has every program that is needed. When its clang is to be the
// host compiler, it must have the OpenMP library, too. Find takes a newer LLVM without them only when there is no
// other.
func Find(wish string, isHost bool) (dir string, version int) {
	if d := Wished(wish); d != "" {
		return d, Version(d)
	}
	found := installedLLVMs("/")
	if i := slices.IndexFunc(found, func(l installed) bool { return isWhole(l.dir, isHost) }); i >= 0 {
		return found[i].dir, found[i].version
	}
	return choose(append(found, inSearchPath()...), isHost) // which asks a clang for its version
}

// Wished is the folder with the programs of the LLVM that OMPCC_LLVM names, "" without one.
func Wished(wish string) string {
	for _, d := range []string{wish, filepath.Join(wish, "bin")} {
		if wish != "" && IsExecutable(filepath.Join(d, "clang")) {
			return d
		}
	}
	return ""
}

// Refused says which LLVMs below root cannot be used, and why.
func Refused(root string) string {
	var list []string
	found, _ := filepath.Glob(filepath.Join(root, "usr/lib/llvm-*/bin"))
	for _, dir := range found {
		v := 0
		fmt.Sscanf(filepath.Base(filepath.Dir(dir)), "llvm-%d", &v)
		switch {
		case v > 0 && v < Oldest:
			list = append(list, fmt.Sprintf("%s is too old", filepath.Dir(dir)))
		case v > 0 && !IsExecutable(filepath.Join(dir, "clang")):
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
		func(dir string) bool { return isWhole(dir, isHost) },
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

func isWhole(dir string, isHost bool) bool { return hasPrograms(dir) && (!isHost || HasOpenMP(dir)) }

// installedLLVMs are those with a clang below root, the newest first.
func installedLLVMs(root string) []installed {
	var found []installed
	for _, home := range []string{"usr/lib/llvm-", "usr/lib64/llvm", "opt/llvm-", "usr/local/llvm-"} {
		folder, prefix := filepath.Split(filepath.Join(root, home))
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			digits, ok := strings.CutPrefix(e.Name(), prefix)
			v, err := strconv.Atoi(digits)
			if dir := filepath.Join(folder, e.Name(), "bin"); ok && err == nil && v >= Oldest &&
				IsExecutable(filepath.Join(dir, "clang")) {
				found = append(found, installed{dir, v})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b installed) int { return b.version - a.version })
	return found
}

// inSearchPath is the LLVM of the clang in the search path.
func inSearchPath() []installed {
	path, err := exec.LookPath("clang")
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil
	}
	dir := filepath.Dir(path)
	if v := Version(dir); v >= Oldest {
		return []installed{{dir, v}}
	}
	return nil
}

// hasPrograms reports whether the folder has what makes device code.
func hasPrograms(dir string) bool {
	for _, name := range []string{"clang", "opt", "llvm-as", "llvm-link"} {
		if !IsExecutable(filepath.Join(dir, name)) {
			return false
		}
	}
	return IsExecutable(filepath.Join(dir, "ld.lld")) || hasProgram("ld.lld")
}

// HasOpenMP reports whether the LLVM of folder dir has the host's OpenMP library:
// its own, or the one that all of a distribution's share.
func HasOpenMP(dir string) bool {
	for _, lib := range []string{"../lib/libomp.so", "../lib64/libomp.so", "../lib/libomp.a", "../lib/*/libomp.so",
		"../../libomp.so"} {
		if found, _ := filepath.Glob(filepath.Join(dir, lib)); len(found) > 0 {
			return true
		}
	}
	return false
}

// Version asks a folder's clang for its version.
func Version(dir string) int {
	out, err := exec.Command(filepath.Join(dir, "clang"), "-dumpversion").Output()
	if err != nil {
		return 0
	}
	v := 0
	fmt.Sscanf(string(out), "%d", &v)
	return v
}

// IsExecutable reports whether path is a file that may be executed.
func IsExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
}

func hasProgram(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

// Clang is the clang that ompcc takes as the host compiler unless OMPCC_CC names another: of the LLVM of
// OMPCC_LLVM, else of the newest that is complete with its OpenMP library. It is "clang" where there is none.
func Clang() string {
	dir, _ := Find(os.Getenv("OMPCC_LLVM"), true)
	return filepath.Join(dir, "clang")
}

// Program is the path of one of the programs of that LLVM, "" where it is missing.
func Program(name string) string {
	dir, _ := Find(os.Getenv("OMPCC_LLVM"), true)
	if p := filepath.Join(dir, name); dir != "" && IsExecutable(p) {
		return p
	}
	p, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return p
}
