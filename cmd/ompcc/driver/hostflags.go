// Flags of host compilers that device code cannot follow.

package driver

import (
	"slices"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/parse/diag"
)

// hostFlag is a flag of host compilers that device code cannot follow.
type hostFlag struct {
	pattern flagForms
	// off undoes the flag.
	off flagForms
	// wrong says how host and device would differ in what objects are; such a flag is
	// refused. Without it the flag concerns only how code is made: a warning.
	wrong string
	// odd says what is wrong on the host, instead.
	odd string
	fix string
}

// onHost is what remains for flags that instrument code.
const onHost = "run the program with OMP_TARGET_OFFLOAD=disabled: the host's versions of target regions follow the flag"

// The flags whose values are sizes or layouts come first.
var hostFlags = []hostFlag{
	layoutFlag("-fshort-enums", "-fno-short-enums", "enumerations change their size"),
	layoutFlag("-fshort-wchar", "-fno-short-wchar", "wchar_t has 2 bytes"),
	layoutFlag("-mms-bitfields", "-mno-ms-bitfields", "bit-fields are laid out as Microsoft's compilers do"),
	layoutFlag("-funsigned-bitfields|-fno-signed-bitfields", "-fsigned-bitfields|-fno-unsigned-bitfields",
		"plain bit-fields are unsigned"),
	layoutFlag("-mlong-double-64|-mlong-double-128", "-mlong-double-80", "long double changes its format"),
	layoutFlag("-fsingle-precision-constant", "-fno-single-precision-constant", "floating constants are float"),
	layoutFlag("-m32|-m16|-mx32", "-m64", "pointers have 4 bytes"),
	layoutFlag("--target=arm*|--target=i?86*|--target=riscv*|--target=powerpc*|--target=ppc*|--target=s390*|"+
		"--target=mips*|--target=loongarch*|--target=wasm*|--target=sparc*|--target=hexagon*",
		"--target=x86_64*|--target=aarch64*", "the target machine changes"),
	layoutFlag("-fexec-charset=*|-fwide-exec-charset=*", "-f*exec-charset=UTF-8|-f*exec-charset=utf-8|"+
		"-f*exec-charset=UTF8|-f*exec-charset=utf8", "characters change their encoding"),
	{pattern: "-ftrapv", off: "-fno-trapv|-fwrapv", fix: onHost},
	{pattern: "-frounding-math", off: "-fno-rounding-math", fix: "device code rounds to nearest; " + onHost},
	{pattern: "-ftrivial-auto-var-init=zero|-ftrivial-auto-var-init=pattern",
		off: "-ftrivial-auto-var-init=uninitialized", fix: onHost},
	{pattern: "-pg", off: "-no-pg", fix: onHost},
	{pattern: "--coverage|-coverage|-fprofile-arcs|-fprofile-instr-generate|-fprofile-instr-generate=*|" +
		"-fprofile-generate|-fprofile-generate=*",
		off: "-fno-profile-arcs|-fno-profile-instr-generate|-fno-profile-generate", fix: onHost},
	{pattern: "-fcoverage-mapping", off: "-fno-coverage-mapping",
		odd: "describes the text that ompcc generates of a file with target regions, which llvm-cov does not find",
		fix: "measure the coverage with --coverage and gcov, or with llvm-cov gcov, which show the file's own lines"},
	{pattern: "-fsanitize=*thread*", off: "-fno-sanitize=all|-fno-sanitize=*thread*",
		fix: "the emulated NVIDIA device finds races (OMPCC_EMULATE=nvptx, docs/emulator.md); or " + onHost},
	{pattern: "-fsanitize=*address*|-fsanitize=*memory*",
		off: "-fno-sanitize=all|-fno-sanitize=*address*|-fno-sanitize=*memory*",
		fix: "-fsanitize=offload checks every access of kernels on the CPU device (docs/sanitize.md)"},
	{pattern: "-fsanitize=undefined|-fsanitize=integer|-fsanitize=bounds|-fsanitize=alignment|-fsanitize=null|" +
		"-fsanitize=vla-bound|-fsanitize=shift|-fsanitize=signed-integer-overflow|-fsanitize=float-divide-by-zero",
		off: "-fno-sanitize=all|-fno-sanitize=*undefined*", fix: onHost},
}

// flagForms are the forms of a flag, parted by bars. In them a star stands for any text, and a
// question mark for a character. Each name in a list of sanitizers counts as a flag.
type flagForms string

func (f flagForms) match(arg string) bool {
	args := []string{arg}
	if name, list, ok := strings.Cut(arg, "="); ok && strings.HasSuffix(name, "sanitize") {
		args = strings.Split(list, ",")
		for i := range args {
			args[i] = name + "=" + args[i]
		}
	}
	for form := range strings.SplitSeq(string(f), "|") {
		if slices.ContainsFunc(args, func(a string) bool { return glob(form, a) }) {
			return true
		}
	}
	return false
}

func glob(form, s string) bool {
	for i := range len(form) {
		switch {
		case form[i] == '*':
			for rest := i; rest <= len(s); rest++ {
				if glob(form[i+1:], s[rest:]) {
					return true
				}
			}
			return false
		case i >= len(s) || form[i] != s[i] && form[i] != '?':
			return false
		}
	}
	return len(form) == len(s)
}

func layoutFlag(on, off flagForms, wrong string) hostFlag {
	return hostFlag{pattern: on, off: off, wrong: wrong,
		fix: "remove it, or put the target regions into files that are compiled without it"}
}

// NoteHostFlag notes arg if it is such a flag, or forgets the one that it undoes.
func (inv *Invocation) NoteHostFlag(arg string) {
	for i, f := range hostFlags {
		switch {
		case f.off.match(arg):
			delete(inv.HostOnly, i)
		case f.pattern.match(arg):
			inv.HostOnly[i] = arg
		}
	}
}

// checkHostFlags reports the flags that device code cannot follow, once there is any.
func (d *driver) checkHostFlags(diags *diag.List) error {
	for i, f := range hostFlags {
		switch arg := d.inv.HostOnly[i]; {
		case arg == "":
		case f.wrong != "":
			diags.Errorf(diag.Span{}, diag.HostFlag,
				"with '%s' host and device code would be incompatible: %s only on the host", arg, f.wrong).
				WithFix("%s", f.fix)
		case f.odd != "":
			diags.Warnf(diag.Span{}, diag.HostFlagOnly, "%s %s", arg, f.odd).WithFix("%s", f.fix)
		case !d.checkedInstead(arg):
			diags.Warnf(diag.Span{}, diag.HostFlagOnly, "'%s' has no effect in device code", arg).WithFix("%s", f.fix)
		}
	}
	if diags.HasErrors() {
		return report.ErrReported
	}
	return nil
}

// checkedInstead reports whether arg is a sanitizer of addresses, and -fsanitize=offload
// does its work in all device code.
func (d *driver) checkedInstead(arg string) bool {
	if !d.inv.Checked || !strings.Contains(arg, "address") {
		return false
	}
	for _, t := range d.inv.Targets {
		if !t.Instrumented {
			return false
		}
	}
	return true
}
