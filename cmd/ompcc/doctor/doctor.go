// Package doctor checks an installation of ompcc: the programs and libraries that it needs, and a program on each kind
// of device. It changes nothing.
package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/llvm"
	"ompcc/codegen/target"
)

// The states of a check.
const (
	OK      = "ok"
	Missing = "missing" // what programs can do without
	Failed  = "failed"  // what is needed
)

// Check is one finding.
type Check struct {
	Group  string `json:"group"`
	Name   string `json:"name"`
	State  string `json:"state"`
	Detail string `json:"detail,omitempty"`
	Fix    string `json:"fix,omitempty"`
}

// Run makes all checks and writes them, as a table or as JSON. It reports whether nothing that is needed is missing.
func Run(w io.Writer, asJSON bool) (healthy bool, err error) {
	d := &doctor{drivers: map[string]bool{}}
	d.compilers()
	d.libraries()
	d.vendors()
	if err := d.devices(); err != nil {
		return false, err
	}
	healthy = true
	for _, c := range d.checks {
		healthy = healthy && c.State != Failed
	}
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return healthy, e.Encode(struct {
			Healthy bool    `json:"healthy"`
			Checks  []Check `json:"checks"`
		}{healthy, d.checks})
	}
	d.table(w)
	return healthy, nil
}

type doctor struct {
	checks []Check
	bin    string // of LLVM
	llvm   int    // its version
	// drivers are the libraries that there are.
	drivers map[string]bool
}

func (d *doctor) add(group, name, state, detail, fix string) {
	if state == OK {
		fix = ""
	}
	d.checks = append(d.checks, Check{group, name, state, strings.TrimSpace(detail), fix})
}

func (d *doctor) table(w io.Writer) {
	group := ""
	for _, c := range d.checks {
		if c.Group != group {
			group = c.Group
			fmt.Fprintln(w, group)
		}
		fmt.Fprintf(w, "  %-8s%-24s%s\n", c.State, c.Name, c.Detail)
		if c.Fix != "" {
			fmt.Fprintf(w, "          %s\n", c.Fix)
		}
	}
}

// version is the first line that a program prints about itself.
func version(program string) (line string, ok bool) {
	out, err := exec.Command(program, "--version").Output()
	line, _, _ = strings.Cut(string(out), "\n")
	return line, err == nil
}

// program checks one that the search path may have.
func (d *doctor) program(group, name, absent, fix string) {
	path, err := exec.LookPath(name)
	if err != nil {
		d.add(group, name, absent, "not in PATH", fix)
		return
	}
	line, ok := version(path)
	if !ok {
		line = path
	}
	d.add(group, name, OK, line, "")
}

// compilers checks LLVM's parts and the host compilers.
func (d *doctor) compilers() {
	const llvmGroup, hosts = "LLVM, which makes the device code", "Host compilers"
	bin, v := llvm.Find(os.Getenv("OMPCC_LLVM"), os.Getenv("OMPCC_CC") == "")
	d.bin, d.llvm = bin, v
	if bin == "" {
		d.add(llvmGroup, "LLVM", Failed, "none was found",
			"install clang, llvm and lld of one version (make setup), or set OMPCC_LLVM to its folder")
	} else {
		d.add(llvmGroup, "LLVM", OK, fmt.Sprintf("version %d in %s", v, bin), "")
		for _, name := range []string{"clang", "opt", "llvm-as", "llvm-link", "ld.lld"} {
			path := filepath.Join(bin, name)
			if _, err := exec.LookPath(path); err != nil {
				if path, err = exec.LookPath(name); err != nil {
					d.add(llvmGroup, name, Failed, "not in "+bin,
						fmt.Sprintf("install the package with %s of LLVM %d (Debian: %s)", name, v, packageOf(name, v)))
					continue
				}
			}
			line, _ := version(path)
			d.add(llvmGroup, name, OK, line, "")
		}
	}
	if cc := os.Getenv("OMPCC_CC"); cc != "" {
		d.program(hosts, cc, Failed, "set OMPCC_CC to a working gcc or clang")
	}
	d.program(hosts, "gcc", Missing, "install gcc for static programs (Debian: gcc)")
}

// packageOf is the Debian package with one of LLVM's programs.
func packageOf(name string, v int) string {
	switch name {
	case "clang":
		return fmt.Sprintf("clang-%d", v)
	case "ld.lld":
		return fmt.Sprintf("lld-%d", v)
	}
	return fmt.Sprintf("llvm-%d", v)
}

// found is the first file that one of the patterns matches, "" for none.
func found(patterns ...string) string {
	for _, p := range patterns {
		if files, _ := filepath.Glob(p); len(files) > 0 {
			return files[0]
		}
	}
	return ""
}

// file checks that one of the patterns matches a file.
func (d *doctor) file(group, name, absent, fix string, patterns ...string) {
	if f := found(patterns...); f != "" {
		d.add(group, name, OK, f, "")
		return
	}
	d.add(group, name, absent, "not found", fix)
}

// libraries checks what programs and device code are linked with.
func (d *doctor) libraries() {
	const group = "Libraries"
	lay, err := host.FindLayout()
	if err != nil {
		d.add(group, "ompcc's files", Failed, err.Error(), "run make build, or install ompcc again")
	} else {
		const fix = "run make build, or install ompcc again"
		d.file(group, "runtime", Failed, fix, filepath.Join(lay.Lib, "libompcc.a"))
		d.file(group, "shared runtime", Missing, fix, filepath.Join(lay.Lib, "libompcc.so.1"))
		d.file(group, "emulator", Failed, fix, filepath.Join(lay.Lib, "ompcc-emulator"))
	}
	d.file(group, "libomp", Missing,
		"install LLVM's OpenMP library (Debian: libomp-dev); without it gcc is the host compiler",
		filepath.Join(d.bin, "../lib/libomp.so"), filepath.Join(d.bin, "../../libomp.so"), filepath.Join(d.bin, "../lib/*/libomp.so"), "/usr/lib/*/libomp.so*")
	d.file(group, "libclc", Missing,
		"install libclc of LLVM's version (Debian: libclc-"+fmt.Sprint(d.llvm)+") for mathematical functions on GPUs",
		fmt.Sprintf("/usr/lib/clc-%d/*", d.llvm), "/usr/lib/clc/*", "/usr/share/clc/*", filepath.Join(d.bin, "../share/clc/*"), filepath.Join(d.bin, "../lib/clc/*"))
}

// vendors checks drivers, toolkits and MPI, which nothing needs.
func (d *doctor) vendors() {
	const drivers, tools = "Drivers", "Tools that ompcc uses where they are"
	folders := []string{"/usr/lib/*-linux-gnu/", "/usr/lib64/", "/usr/lib/", "/usr/local/cuda/compat/",
		"/usr/lib/wsl/lib/", "/opt/rocm*/lib/"}
	for v := range strings.SplitSeq(os.Getenv("LD_LIBRARY_PATH"), ":") {
		if v != "" {
			folders = append(folders, v+"/")
		}
	}
	for _, t := range target.All() {
		if t.Driver == "" {
			continue
		}
		var patterns []string
		for _, f := range folders {
			patterns = append(patterns, f+t.Driver)
		}
		d.drivers[t.Driver] = found(patterns...) != ""
		d.file(drivers, t.Driver, Missing, "install the driver for "+t.Family.Name+" if the machine has such a GPU",
			patterns...)
	}
	d.program(tools, "ptxas", Missing, "install NVIDIA's CUDA toolkit to have machine code beside PTX")
	d.program(tools, "mpicc", Missing, "install an MPI (Debian: libopenmpi-dev) for programs with MPI")
}
