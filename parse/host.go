// The host compiler's own words about wrong C.

package parse

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"ompcc/parse/diag"
)

// ExplainC puts the host compiler's own diagnostics in the place of those about
// C's rules (code "c") if it rejects the source too: it knows C's words best.
func (u *Unit) ExplainC(diags *diag.List) {
	isC := func(d *diag.Diagnostic) bool { return d.Code == diag.C }
	if slices.ContainsFunc(diags.All, isC) && u.hostRejects(diags) {
		diags.All = slices.DeleteFunc(diags.All, isC)
	}
}

// unsigned8 reports that the elements of u8 literals are unsigned char, as in C23 (6.4.5) since clang 19 and gcc 13.
func (cfg *Config) unsigned8() bool {
	if cfg == nil || !cfg.isC23() {
		return false
	}
	if isGCC(cfg.HostCC) {
		return cfg.hostVersion() >= 13
	}
	return cfg.hostVersion() >= 19
}

// hostVersion asks the host compiler for its major version; 0 if it does not answer.
func (cfg *Config) hostVersion() int {
	if cfg.HostVersion != nil {
		return cfg.HostVersion()
	}
	out, err := exec.Command(cfg.HostCC, "-dumpversion").Output()
	if err != nil {
		return 0
	}
	major, _, _ := strings.Cut(strings.TrimSpace(string(out)), ".")
	v, _ := strconv.Atoi(major)
	return v
}

// enumConstants reports whether one constant that int does not hold gives all of its enumeration that type (C23
// 6.7.3.3p15): in every version of C for clang since version 20. gcc 12 and older clangs keep int for the others.
func (u *Unit) enumConstants() bool {
	return u.cfg != nil && u.cfg.HostCC != "" && !isGCC(u.cfg.HostCC) && u.cfg.hostVersion() >= 20
}

// hostRejects asks the host compiler whether the source is valid C, without
// OpenMP, and if not passes its diagnostics on. It runs only when something is wrong.
func (u *Unit) hostRejects(diags *diag.List) bool {
	cfg := u.cfg
	if cfg == nil || cfg.HostCC == "" || u.judged {
		return false
	}
	var stderr bytes.Buffer
	cmd := u.hostCheck()
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil {
		return false
	}
	if cmd.Stdin == nil { // it has preprocessed the source once more, and warned of it again
		diags.All = slices.DeleteFunc(diags.All, func(x *diag.Diagnostic) bool { return x.Raw && x.Severity == diag.Warning })
	}
	diags.Add(&diag.Diagnostic{Severity: diag.Error, Code: diag.Host, Message: stderr.String(), Raw: true})
	return true
}

// hostCheck is the host compiler's run over the source as it was written, where that
// can be read again: its diagnostics show macros then, not what they expand to.
func (u *Unit) hostCheck() *exec.Cmd {
	cfg := u.cfg
	args := []string{"-fsyntax-only", "-Wno-unknown-pragmas"}
	if _, err := os.Stat(u.File); cfg.Preprocessed || u.edited || u.File == Stdin || u.Attributes || err != nil { // host compilers do not know omp:: attributes
		args = append(append(args, withoutOpenMP(CompileArgs(cfg.HostArgs))...), "-x", "cpp-output", "-")
		cmd := exec.Command(cfg.HostCC, args...)
		cmd.Stdin = bytes.NewReader(u.Text)
		return cmd
	}
	args = append(append(args, withoutOpenMP(cfg.CommonArgs())...), "-x", "c", u.File)
	return exec.Command(cfg.HostCC, args...)
}

func withoutOpenMP(args []string) []string {
	var out []string
	for _, a := range args {
		if a != "-fopenmp" {
			out = append(out, a)
		}
	}
	return out
}
