package driver

import (
	"regexp"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/parse/diag"
)

// hostFlag is a flag of host compilers that device code cannot follow.
type hostFlag struct {
	pattern *regexp.Regexp
	// off undoes the flag; nil where another value of it does.
	off *regexp.Regexp
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
	layoutFlag("-mlong-double-(64|128)", "-mlong-double-80", "long double changes its format"),
	layoutFlag("-fsingle-precision-constant", "-fno-single-precision-constant", "floating constants are float"),
	layoutFlag("-m(32|16|x32)", "-m64", "pointers have 4 bytes"),
	layoutFlag("--target=(arm|i.86|riscv|powerpc|ppc|s390|mips|loongarch|wasm|sparc|hexagon).*",
		"--target=(x86_64|aarch64).*", "the target machine changes"),
	layoutFlag("-f(wide-)?exec-charset=.*", "-f(wide-)?exec-charset=(UTF|utf)-?8", "characters change their encoding"),
	{pattern: whole("-ftrapv"), off: whole("-fno-trapv|-fwrapv"), fix: onHost},
	{pattern: whole("-frounding-math"), off: whole("-fno-rounding-math"),
		fix: "device code rounds to nearest; " + onHost},
	{pattern: whole("-ftrivial-auto-var-init=(zero|pattern)"), off: whole("-ftrivial-auto-var-init=uninitialized"),
		fix: onHost},
	{pattern: whole("-pg"), off: whole("-no-pg"), fix: onHost},
	{pattern: whole("--coverage|-coverage|-fprofile-arcs|-fprofile-instr-generate(=.*)?|-fprofile-generate(=.*)?"),
		off: whole("-fno-profile-(arcs|instr-generate|generate)"), fix: onHost},
	{pattern: whole("-fcoverage-mapping"), off: whole("-fno-coverage-mapping"),
		odd: "describes the text that ompcc generates of a file with target regions, which llvm-cov does not find",
		fix: "measure the coverage with --coverage and gcov, or with llvm-cov gcov, which show the file's own lines"},
	{pattern: whole("-fsanitize=.*(thread).*"), off: whole("-fno-sanitize=(all|.*thread.*)"),
		fix: "the emulated NVIDIA device finds races (OMPCC_EMULATE=nvptx, docs/emulator.md); or " + onHost},
	{pattern: whole("-fsanitize=.*(address|memory).*"), off: whole("-fno-sanitize=(all|.*(address|memory).*)"),
		fix: "-fsanitize=offload checks every access of kernels on the CPU device (docs/sanitize.md)"},
	{pattern: whole("-fsanitize=(.*,)?(undefined|integer|bounds|alignment|null|vla-bound|shift|signed-integer-overflow|float-divide-by-zero)(,.*)?"), off: whole("-fno-sanitize=(all|.*undefined.*)"), fix: onHost},
}

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile("^(?:" + pattern + ")$") }

func layoutFlag(on, off, wrong string) hostFlag {
	return hostFlag{pattern: whole(on), off: whole(off), wrong: wrong,
		fix: "remove it, or put the target regions into files that are compiled without it"}
}

// NoteHostFlag notes arg if it is such a flag, or forgets the one that it undoes.
func (inv *Invocation) NoteHostFlag(arg string) {
	for i, f := range hostFlags {
		switch {
		case f.off.MatchString(arg):
			delete(inv.HostOnly, i)
		case f.pattern.MatchString(arg):
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
