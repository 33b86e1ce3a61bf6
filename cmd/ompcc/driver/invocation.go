// A command line as data: what cmd/ompcc reads and the driver carries out.

package driver

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/report"
	"ompcc/codegen/target"
)

// Mode is how far the compilation goes.
type Mode int

const (
	ModeLink       Mode = iota // all of it, to a program
	ModeCompile                // -c
	ModeAssemble               // -S
	ModePreprocess             // -E, -M, -MM
	ModeSyntax                 // -fsyntax-only
	ModeEmitC                  // -emit-c
	ModeEmitRegion             // -emit-region
	ModeDevice                 // --offload-device-only
	ModeInfo                   // --version and the like: the host compiler answers
)

// Input is an input file or a linker argument, in the order given.
type Input struct {
	Path string // "" for a linker argument
	Lang string // of -x, "" by extension
	Args []string
}

// Invocation is a command line understood.
type Invocation struct {
	Mode     Mode
	Output   string
	Inputs   []*Input
	HostArgs []string // language, preprocessor and code generation flags
	DepArgs  []string // -M…
	Targets  []*target.Target
	Program  *target.Target // the program's own processor
	Triple   string         // of -target, "" without
	Version  int            // of OpenMP: 52
	Messages report.Options
	// Help answers an option that asks for a text about the command; done is false for another.
	Help func(option string, w io.Writer) (done bool, err error)

	CXX                         bool     // called as ompcc++
	TriedHost                   bool     // the host compiler alone has not been enough
	Args                        []string // the command line
	Report                      bool     // -fopenmp-report
	ReportFile                  string   // its page, "" for one beside the output
	Database                    string   // of -MJ
	EmitLLVM                    bool     // with modeDevice: IR instead of assembly
	Asm                         bool     // -S
	SaveTemps                   string   // "", "cwd", "obj"
	NoOpenMP                    bool     // -fno-openmp, or -fopenmp-simd alone: pragmas are the host compiler's
	Verbose                     bool
	DryRun                      bool
	Debug                       bool
	OptLevel                    string // "0" … "3", "s", "z", "fast"; "" when not given
	FastMath                    bool
	Relaxed                     []string // parts of -ffast-math (fastmath.go)
	Contract                    string   // -ffp-contract
	Wrapv                       bool
	Instrument                  bool // -finstrument-functions
	UnsignedChar                bool
	NoMapAlias                  bool
	Mandatory                   bool // -fopenmp-offload-mandatory
	Checked                     bool // -fsanitize=offload
	Deterministic               bool // reductions
	TaskEvents                  bool // of other files
	Shared, Static, Relocatable bool
	SharedRuntime               bool // -shared-libompcc
	CUDAPath                    string
	NoLibraries                 bool // -nostdlib, -nodefaultlibs
	LTO                         bool
	Lang                        string         // of the -x in force
	HostOnly                    map[int]string // flags of hostFlags, as written
	March                       []string       // -march -mtune -mcpu -mavx2 … for CPU images
}

// colorsForGCC spells clang's flags about colours as gcc does.
func (inv *Invocation) colorsForGCC() {
	for i, a := range inv.HostArgs {
		switch a {
		case "-fcolor-diagnostics":
			inv.HostArgs[i] = "-fdiagnostics-color=always"
		case "-fno-color-diagnostics":
			inv.HostArgs[i] = "-fdiagnostics-color=never"
		}
	}
}

// language is what an input is written in.
type language int

const (
	langC      language = iota
	langCPP             // preprocessed C, .i
	langOther           // anything else that the host compiler compiles
	langHeader          // a header, to be precompiled
	langObject          // for the linker
	langRegion          // region IR
)

// language returns what in holds, by -x or its name's extension.
func (in *Input) language() language {
	switch in.Lang {
	case "c":
		return langC
	case "cpp-output":
		return langCPP
	case "region":
		return langRegion
	case "":
	case "c-header", "c++-header":
		return langHeader
	default:
		return langOther
	}
	switch filepath.Ext(in.Path) {
	case ".c":
		return langC
	case ".h", ".hh", ".hpp", ".H":
		return langHeader
	case ".i":
		return langCPP
	case ".region":
		return langRegion
	case ".s", ".S", ".sx", ".C", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".ii", ".m", ".ll", ".bc":
		return langOther
	}
	if in.isFortran() {
		return langOther
	}
	if in.Path == "-" {
		return langC
	}
	return langObject
}

// preprocessed reports whether a source in another language than C takes no
// flags of the preprocessor.
func (in *Input) preprocessed() bool {
	switch in.Lang {
	case "assembler", "ir", "c++-cpp-output":
		return true
	case "":
	default:
		return false
	}
	switch filepath.Ext(in.Path) {
	case ".s", ".ll", ".bc", ".ii":
		return true
	}
	return false
}

// RelaxedMath is inv.relaxed for code generation. Sums are in another order only where the sign of zero does not
// matter, as in gcc and clang.
func (inv *Invocation) RelaxedMath() string {
	words := slices.Sorted(slices.Values(inv.Relaxed))
	if !slices.Contains(words, "nsz") {
		words = slices.DeleteFunc(words, func(w string) bool { return w == "reassoc" })
	}
	return strings.Join(words, " ")
}

func (in *Input) isFortran() bool {
	switch strings.ToLower(filepath.Ext(in.Path)) {
	case ".f", ".for", ".ftn", ".fpp", ".f77", ".f90", ".f95", ".f03", ".f08", ".f18":
		return in.Lang == ""
	}
	return strings.HasPrefix(in.Lang, "f77") || strings.HasPrefix(in.Lang, "f95")
}

func (in *Input) isAssembly() bool {
	switch filepath.Ext(in.Path) {
	case ".s", ".S", ".sx", ".ll", ".bc":
		return in.Lang == ""
	}
	return strings.HasPrefix(in.Lang, "assembler") || in.Lang == "ir"
}
