package tests

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// rule forbids imports: a package at or below from must not import one at or
// below any of not, except those of but.
type rule struct {
	from     string
	not, but []string
	why      string
}

var layering = []rule{
	{from: "parse/pattern", not: []string{""}, why: "regular expressions serve all packages"},
	{from: "parse/diag", not: []string{""}, but: []string{"parse/pattern"}, why: "diagnostics are the ground floor"},
	{from: "parse/early", not: []string{""}, why: "hints are looked for before anything else is loaded"},
	{from: "parse/ctree", not: []string{""}, why: "questions about C trees know nothing of OpenMP or text"},
	{from: "parse", not: []string{"pragma", "lower", "codegen", "rt", "cmd"}, why: "parse knows no directive"},
	{from: "pragma/spec", not: []string{""}, why: "the tables of directives and clauses are data"},
	{from: "pragma/tree", not: []string{"pragma"}, but: []string{"pragma/spec"},
		why: "the tree does not know its readers and rules"},
	{from: "pragma/syntax", not: []string{"pragma"}, but: []string{"pragma/spec", "pragma/tree"},
		why: "readers make directives of text"},
	{from: "pragma/resolve", not: []string{"pragma/check", "pragma/syntax"},
		why: "the tree is complete before it is checked"},
	{from: "pragma/check", not: []string{"pragma/syntax"}, why: "rules read the finished tree"},
	{from: "lower", not: []string{"pragma/syntax"}, why: "lowering sees the tree alone"},
	{from: "pragma", not: []string{"lower", "codegen", "rt", "cmd"},
		why: "pragma does not know how constructs are implemented"},
	{from: "lower", not: []string{"codegen", "cmd"}, why: "lower does not know the targets"},
	{from: "lower/lint", not: []string{"lower/cbody", "lower/region", "codegen", "cmd"},
		why: "warnings do not know how constructs are implemented"},
	{from: "lower/loops", not: []string{"lower", "codegen", "cmd"},
		why: "loop transformations do not know what loops are made of"},
	{from: "lower/cexpr", not: []string{""}, why: "C expressions are text in the end"},
	{from: "lower/region/pass", not: []string{"pragma", "parse", "lower", "modernc.org/cc/v4"},
		but: []string{"lower/region"}, why: "passes see the region IR alone"},
	{from: "lower/region", not: []string{"pragma", "parse", "lower/cbody", "modernc.org/cc/v4"},
		but: []string{"parse/diag"}, why: "the region IR stands between OpenMP and LLVM"},
	{from: "lower/cbody", not: []string{"codegen", "cmd"}, why: "cbody translates C, nothing more"},
	{from: "codegen", not: []string{"parse", "pragma", "lower", "cmd", "modernc.org/cc/v4"},
		but: []string{"lower/region", "parse/diag", "parse/pattern", "codegen/hostc"}, why: "codegen sees the region IR alone"},
	{from: "codegen/target", not: []string{"lower", "codegen", "github.com/llir"}, but: []string{"codegen/ir"},
		why: "targets are data and hooks"},
	{from: "codegen/body", not: []string{"codegen"}, but: []string{"codegen/ir", "codegen/target"},
		why: "code that all models share sees them through an interface"},
	{from: "codegen/gpu", not: []string{"codegen"}, but: []string{"codegen/body", "codegen/ir", "codegen/target"},
		why: "an execution model knows no other"},
	{from: "codegen/cpu", not: []string{"codegen"}, but: []string{"codegen/body", "codegen/ir", "codegen/target"},
		why: "an execution model knows no other"},
	{from: "codegen/ir", not: []string{"lower", "parse", "codegen", "rt"},
		why: "LLVM IR knows nothing of C and OpenMP"},
	{from: "codegen/hostc", not: []string{"lower/cbody", "cmd"}, but: nil, why: "hostc only rewrites text"},
	{from: "cmd/ompcc/report", not: []string{""}, but: []string{"parse/diag"},
		why: "report prints what the stages found"},
	{from: "cmd/ompcc/page", not: []string{""}, but: []string{"parse/diag", "parse/pattern"},
		why: "the page shows structures and knows no stage"},
	{from: "cmd/ompcc/llvm", not: []string{""}, why: "the tests of all packages ask which LLVM is installed"},
	{from: "cmd/ompcc/host", not: []string{""}, but: []string{"cmd/ompcc/llvm", "parse/early"},
		why: "the front starts fast"},
	{from: "cmd/ompcc/front", not: []string{""}, but: []string{"cmd/ompcc/host", "cmd/ompcc/llvm", "parse/early"},
		why: "the front starts fast"},
	{from: "cmd/ompcc/toolchain", not: []string{"parse", "lower", "cmd"},
		but: []string{"cmd/ompcc/host", "cmd/ompcc/llvm", "cmd/ompcc/report", "parse/diag", "parse/pattern"},
		why: "tools are run in the same way for all stages"},
	{from: "cmd/ompcc/devlink", not: []string{"parse", "pragma", "lower", "cmd", "modernc.org/cc/v4"},
		but: []string{"parse/diag", "parse/pattern", "lower/region", "cmd/ompcc/host", "cmd/ompcc/llvm", "cmd/ompcc/report", "cmd/ompcc/toolchain"},
		why: "the device linker sees objects and LLVM IR alone"},
	{from: "codegen/hostc/spell", not: []string{"lower", "codegen"}, why: "spelling sees the construct tree alone"},
	{from: "rt", not: []string{"parse", "pragma", "lower", "codegen", "cmd", "modernc.org/cc/v4"},
		why: "the runtime never imports the compiler"},
	{from: "rt/abi", not: []string{""}, why: "the interface is data only"},
	{from: "rt/device", not: []string{"rt/dataenv", "rt/ompt", "rt/capi"},
		why: "devices know nothing of mapping and tools"},
	{from: "rt/cpu", not: []string{"rt/dataenv", "rt/ompt", "rt/capi"}, why: "plugins never import dataenv or ompt"},
	{from: "rt/cuda", not: []string{"rt/dataenv", "rt/ompt", "rt/capi"}, why: "plugins never import dataenv or ompt"},
	{from: "rt/remote", not: []string{"rt/dataenv", "rt/ompt", "rt/capi"}, why: "plugins never import dataenv or ompt"},
	{from: "rt/hsa", not: []string{"rt/dataenv", "rt/ompt", "rt/capi"}, why: "plugins never import dataenv or ompt"},
}

// compilerRT is all of rt that the compiler may import.
const compilerRT = "rt/abi"

// TestLayering enforces the order of imports that docs/ARCHITECTURE.md draws.
func TestLayering(t *testing.T) {
	for _, p := range listPackages(t) {
		dir := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "ompcc"), "/")
		for _, imp := range p.Imports {
			if why := forbidden(dir, imp); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imp, why)
			}
		}
	}
}

// TestLayeringCanFail makes sure that the rules are not empty words.
func TestLayeringCanFail(t *testing.T) {
	for _, bad := range [][2]string{
		{"codegen", "ompcc/pragma/tree"}, {"rt/cpu", "ompcc/rt/dataenv"}, {"rt/dataenv", "ompcc/lower"},
		{"lower", "ompcc/rt/dataenv"}, {"codegen", "modernc.org/cc/v4"}, {"parse/diag", "ompcc/parse"},
		{"lower/region", "ompcc/parse"}, {"cmd/ompcc/devlink", "ompcc/pragma/tree"},
		{"cmd/ompcc/devlink", "ompcc/cmd/ompcc/driver"}, {"cmd/ompcc/report", "ompcc/codegen"},
		{"cmd/ompcc/page", "ompcc/lower/region"}, {"cmd/ompcc/front", "ompcc/cmd/ompcc/driver"}, {"parse/early", "ompcc/parse"},
		{"lower/region", "ompcc/parse"}, {"codegen/hostc/spell", "ompcc/lower"}, {"pragma/spec", "ompcc/pragma/tree"},
		{"pragma/tree", "ompcc/pragma/syntax"}, {"lower", "ompcc/pragma/syntax"},
		{"pragma/resolve", "ompcc/pragma/check"}, {"codegen/target", "ompcc/lower/region"},
		{"codegen/target", "ompcc/codegen"}, {"codegen/ir", "ompcc/codegen/target"},
		{"codegen/body", "ompcc/codegen/gpu"}, {"codegen/gpu", "ompcc/codegen/cpu"},
		{"codegen/cpu", "ompcc/codegen"},
	} {
		if forbidden(bad[0], bad[1]) == "" {
			t.Errorf("%s may import %s", bad[0], bad[1])
		}
	}
}

// forbidden says why the package in dir must not import imp, or "".
func forbidden(dir, imp string) string {
	target, ours := strings.CutPrefix(imp, "ompcc/")
	compiler := !below(dir, "rt") && !below(dir, "tests")
	if ours && compiler && below(target, "rt") && target != compilerRT {
		return "the compiler imports only rt/abi from rt"
	}
	for _, r := range layering {
		if !below(dir, r.from) || r.from == "codegen" && below(dir, "codegen/hostc") {
			continue
		}
		for _, n := range r.not {
			if n == "" && !ours || !below(target, n) || anyBelow(target, r.but) || below(target, r.from) && n != "" {
				continue
			}
			return r.why
		}
	}
	return ""
}

func below(dir, parent string) bool {
	return parent == "" || dir == parent || strings.HasPrefix(dir, parent+"/")
}

func anyBelow(dir string, parents []string) bool {
	for _, p := range parents {
		if below(dir, p) {
			return true
		}
	}
	return false
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Imports", "ompcc/...")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var list []goPackage
	for d := json.NewDecoder(out); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestRuntimePackages keeps out of the runtime, and thereby out of each program with device constructs, packages of Go's
// library that are large, and the formatting of times.
func TestRuntimePackages(t *testing.T) {
	list := run(t, "..", nil, "go", "list", "-deps", "./rt/capi")
	if list.exit != 0 {
		t.Fatal(list.stderr)
	}
	packages := strings.Fields(list.stdout)
	if !slices.Contains(packages, "ompcc/rt/dataenv") {
		t.Fatalf("these are not the runtime's packages: %v", packages)
	}
	for _, name := range []string{"fmt", "os", "io/fs", "internal/poll", "net", "regexp", "encoding/hex", "log"} {
		if slices.Contains(packages, name) {
			t.Errorf("the runtime has package %s", name)
		}
	}
	require.Built(t, "../lib/ompcc/libompcc.a")
	archive, err := os.ReadFile("../lib/ompcc/libompcc.a")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(archive, []byte("time.Sleep\x00")) {
		t.Error("the archive has no names of functions")
	}
	for _, name := range []string{"time.LoadLocationFromTZData", "time.Time.appendFormat"} {
		if bytes.Contains(archive, []byte(name+"\x00")) {
			t.Errorf("the runtime has %s", name)
		}
	}
}

// TestIncludes: C files of the runtime are compiled in their own folders; what several folders share is a header.
func TestIncludes(t *testing.T) {
	foreign := regexp.MustCompile(`(?m)^\s*#\s*include\s+"[^"\n]*/[^"\n]*\.c"`)
	seen := 0
	err := filepath.WalkDir("../rt", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".c" && filepath.Ext(path) != ".h" || strings.Contains(path, "testdata") {
			return err
		}
		seen++
		text, err := os.ReadFile(path)
		for _, line := range foreign.FindAll(text, -1) {
			t.Errorf("%s: %s", path, line)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d files were looked at", seen)
	}
}
