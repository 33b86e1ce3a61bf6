package parse

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/parse/diag"
	"ompcc/parse/early"
)

// Stdin is the name of a source that is read from standard input.
const Stdin = "-"

// Preprocess reads file with the host compiler's preprocessor and finds the
// OpenMP pragmas. It returns nil when the file cannot be read or the preprocessor
// ends early; the reason is then in diags. After other errors of the preprocessor, which are
// in diags too, the unit has the text that is left.
func Preprocess(cfg *Config, file string, diags *diag.List) (*Unit, error) {
	src, ok := readSource(file, diags)
	if !ok {
		return nil, errFailed
	}
	var text []byte
	whole := true
	if cfg.Preprocessed {
		text = bytes.Clone(src)
	} else if text, whole = runPreprocessor(cfg, file, src, diags); !whole && (len(text) == 0 || endedEarly(diags)) {
		return nil, errFailed
	} else if text, ok = expandLoopPragmas(cfg, file, src, text, diags); !ok {
		return nil, errFailed
	}
	u := newUnit(cfg, file, spellBrackets(spellLetters(text)))
	if isGCC(cfg.HostCC) && !cfg.Preprocessed && u.needsExpansion() {
		if !whole {
			return nil, errFailed // the macros in its pragmas cannot be asked for
		}
		if text, ok = expandPragmas(cfg, u, src, diags); !ok {
			return nil, errFailed
		}
		attributes := u.Attributes
		u = newUnit(cfg, file, spellBrackets(spellLetters(text)))
		u.Attributes = u.Attributes || attributes
	}
	if file == Stdin && !cfg.Preprocessed {
		u.readFrom(src)
	}
	return u, nil
}

// endedEarly reports whether the preprocessor left out what follows one of its errors, such as a missing header.
func endedEarly(diags *diag.List) bool {
	return slices.ContainsFunc(diags.All, func(x *diag.Diagnostic) bool {
		return x.Severity == diag.Error && (!x.Raw || strings.Contains(x.Message, " fatal error: "))
	})
}

// readFrom gives the unit the lines of its source, which cannot be read again.
func (u *Unit) readFrom(src []byte) {
	u.lines.sources[displayName(u.File)] = strings.Split(string(src), "\n")
	u.placePragmas()
}

// errFailed is returned when the diagnostics say why.
var errFailed = errors.New("the source could not be read")

// FromString preprocesses src as if it were a file called name. It is for tests.
func FromString(name, src, hostCC string) (*Unit, *diag.List) {
	diags := &diag.List{}
	dir, err := os.MkdirTemp("", "ompcc-parse")
	if err != nil {
		diags.Errorf(diag.Span{}, diag.Internal, "%v", err)
		return nil, diags
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
		diags.Errorf(diag.Span{}, diag.Internal, "%v", err)
		return nil, diags
	}
	cfg := &Config{HostCC: hostCC, OpenMP: 202111, IncludeDir: repoInclude()}
	u, _ := Preprocess(cfg, path, diags)
	if u == nil {
		return nil, diags
	}
	u.rename(path, name, []byte(src))
	return u, diags
}

// repoInclude finds the repository's include folder from a package's folder.
func repoInclude() string {
	for dir, _ := os.Getwd(); dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "include", "omp.h")); err == nil {
			return filepath.Join(dir, "include")
		}
	}
	return ""
}

// readSource reads the file and refuses what cannot be C. A stray null byte, which host
// compilers ignore, is none of that.
func readSource(file string, diags *diag.List) ([]byte, bool) {
	var src []byte
	var err error
	if file == Stdin {
		src, err = io.ReadAll(os.Stdin)
	} else {
		src, err = os.ReadFile(file)
	}
	at := diag.Span{Pos: diag.Pos{File: displayName(file)}}
	switch {
	case errors.Is(err, os.ErrNotExist):
		d := diags.Errorf(at, diag.NoSuchFile, "no such file or directory: '%s'", file)
		if near := nearFile(file); near != "" {
			d.WithFix("did you mean '%s'?", near)
		}
		return nil, false
	case err != nil:
		diags.Errorf(at, diag.Unreadable, "cannot read '%s': %v", file, unwrapPath(err)).
			WithFix("name a C source file that you may read")
		return nil, false
	}
	head := src[:min(len(src), 1<<16)]
	if i := bytes.IndexByte(head, 0); i >= 0 && (magic(src) != "" || bytes.Count(head, []byte{0}) > 4+len(head)/100) {
		line := 1 + bytes.Count(src[:i], []byte("\n"))
		at.Line, at.Col = line, i-bytes.LastIndexByte(src[:i], '\n')
		diags.Errorf(at, diag.BinaryFile, "this is a binary file%s, not C source", magic(src)).
			WithFix("name an object file *.o, an archive *.a, or give the C source")
		return nil, false
	}
	return src, true
}

func magic(src []byte) string {
	switch {
	case bytes.HasPrefix(src, []byte("\x7fELF")):
		return " (ELF)"
	case bytes.HasPrefix(src, []byte("BC\xc0\xde")):
		return " (LLVM bitcode)"
	}
	return ""
}

// nearFile finds a file in the same folder whose name differs in case or by one character.
func nearFile(file string) string {
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return ""
	}
	base := filepath.Base(file)
	for _, near := range []func(a, b string) bool{strings.EqualFold, oneOff} {
		for _, e := range entries {
			if near(e.Name(), base) {
				return filepath.Join(filepath.Dir(file), e.Name())
			}
		}
	}
	return ""
}

// oneOff reports whether a and b differ by one inserted, deleted or changed byte.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i < len(a) && a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

func displayName(file string) string {
	if file == Stdin {
		return "<stdin>"
	}
	return file
}

func unwrapPath(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// CommonArgs are the arguments that every run of the host compiler on this
// translation unit's original source needs, the -E run and -fsyntax-only alike.
func (cfg *Config) CommonArgs() []string {
	args := early.Flags(cfg.OpenMP)
	if cfg.NoOpenMP {
		args = args[3:]
	}
	if cfg.KeepPCH || isGCC(cfg.HostCC) {
		args = append(args, cfg.HostArgs...)
	} else {
		args = append(args, includedAsText(cfg.HostArgs)...)
	}
	if cfg.IncludeDir != "" {
		args = append(args, "-isystem", cfg.IncludeDir)
	}
	return args
}

// PreprocessArgs is the command line of the -E run, without the compiler's name.
func (cfg *Config) PreprocessArgs(file string) []string {
	args := append([]string{"-E"}, slices.DeleteFunc(cfg.CommonArgs(), isModuleFlag)...)
	args = append(args, cfg.DepArgs...)
	return append(args, "-x", "c", file)
}

// isModuleFlag reports whether a flag is about clang's modules of headers: with them the preprocessor writes imports,
// where the parser needs the text.
func isModuleFlag(arg string) bool {
	return strings.HasPrefix(arg, "-fmodule") || strings.HasPrefix(arg, "-fimplicit-module")
}

func runPreprocessor(cfg *Config, file string, src []byte, diags *diag.List) ([]byte, bool) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(cfg.HostCC, cfg.PreprocessArgs(file)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if file == Stdin {
		cmd.Stdin = bytes.NewReader(src)
	}
	err := cmd.Run()
	return stdout.Bytes(), reportHost(cfg.HostCC, err, stderr.Bytes(), diags)
}

// reportHost adds what the host compiler printed, verbatim, and reports whether it succeeded.
func reportHost(cc string, err error, stderr []byte, diags *diag.List) bool {
	var exit *exec.ExitError
	switch {
	case err == nil && len(stderr) == 0:
		return true
	case err == nil:
		diags.Add(&diag.Diagnostic{Severity: diag.Warning, Code: diag.Host, Message: string(stderr), Raw: true})
		return true
	case errors.As(err, &exit) && len(stderr) > 0:
		diags.Add(&diag.Diagnostic{Severity: diag.Error, Code: diag.Host, Message: string(stderr), Raw: true})
	default:
		diags.Errorf(diag.Span{}, diag.HostCompiler, "cannot run the host compiler '%s': %v", cc, err).
			WithFix("set OMPCC_CC to a working gcc or clang")
	}
	return false
}

// isGCC reports whether the command is gcc rather than clang, by its name.
func isGCC(cc string) bool {
	base := filepath.Base(cc)
	return !strings.Contains(base, "clang") &&
		(strings.Contains(base, "gcc") || strings.Contains(base, "g++") || base == "cc" || base == "c++")
}

// HostIsGCC reports whether the unit's host compiler is gcc.
func (u *Unit) HostIsGCC() bool { return u.cfg != nil && isGCC(u.cfg.HostCC) }
