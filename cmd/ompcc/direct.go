package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/parse"
)

// A source that has nothing of OpenMP, nor have its headers, is compiled by one run of the
// host compiler, as without us. Whether that is so says the text of the file before, and that of
// the headers, which the run itself names, after it: where they hold a hint the run was in
// vain, and the source takes the whole way. What the host compiler refuses takes it, too.

// compileDirectly compiles such a source; done is false for any other.
func (d *driver) compileDirectly(in *input, l *linkJob) (done bool, err error) {
	if !d.mayCompileDirectly(in) {
		return false, nil
	}
	out, deps := d.objectName(in), d.depArgs(in)
	if d.inv.mode == modeLink {
		out = d.tempObject(in)
	}
	file := d.temp(stem(in.path) + ".d")
	if i := slices.Index(deps, "-MF"); i >= 0 {
		file = deps[i+1]
	} else {
		deps = []string{"-MD", "-MF", file}
	}
	if out == "-" {
		return false, nil
	}
	args := append(append(d.stopArgs(), d.parseConfig(in).CommonArgs()...), deps...)
	_, said, err := d.tools.capture(nil, d.tools.hostCC, append(args, "-x", "c", in.path, "-o", out)...)
	if err != nil {
		return false, nil
	}
	if !d.inv.noOpenMP && d.headersHint(file, in) {
		if info, err := os.Lstat(out); err == nil && info.Mode().IsRegular() {
			os.Remove(out) // what follows may end in an error
		}
		return false, nil
	}
	d.tools.print(said)
	if d.inv.mode == modeLink {
		l.addObject(out, nil)
	}
	return true, d.showDeps(in)
}

// mayCompileDirectly looks at the command and at the source's own text.
func (d *driver) mayCompileDirectly(in *input) bool {
	switch d.inv.mode {
	case modeLink, modeCompile, modeAssemble:
	default:
		return false
	}
	if in.language() != langC || in.path == parse.Stdin || d.inv.saveTemps != "" || d.inv.checked || d.inv.dryRun || d.inv.verbose {
		return false
	}
	if d.inv.noOpenMP {
		return true
	}
	if len(d.inv.depArgs) > 0 && !d.depsNameHeaders() {
		return false
	}
	text, err := os.ReadFile(in.path)
	return err == nil && bytes.IndexByte(text, 0) < 0 && !parse.Hint(text) && !hintInArgs(d.inv.hostArgs) && !(d.tools.isGCC() && d.precompiled(in, text))
}

// includedNames are the headers that the #include lines of a source name.
func includedNames(text []byte) (names []string) {
	for {
		i := bytes.Index(text, []byte("include"))
		if i < 0 {
			return names
		}
		before := text[bytes.LastIndexByte(text[:i], '\n')+1 : i]
		text = text[i+len("include"):]
		name, _, _ := bytes.Cut(text, []byte("\n"))
		name = bytes.TrimLeft(name, " \t")
		if !bytes.HasPrefix(bytes.TrimLeft(before, " \t"), []byte("#")) || len(name) < 2 || name[0] != '"' && name[0] != '<' {
			continue
		}
		if end := bytes.IndexAny(name[1:], "\">"); end >= 0 {
			names = append(names, string(name[1:1+end]))
		}
	}
}

// precompiled reports whether gcc may read a precompiled header, of which no dependence file
// lists the headers. gcc reads such a header for a flag, or for a line of the source itself.
func (d *driver) precompiled(in *input, text []byte) bool {
	var names []string
	folders := []string{".", filepath.Dir(in.path)}
	for i, a := range d.inv.hostArgs {
		value := strings.Join(d.inv.hostArgs[i+1:min(i+2, len(d.inv.hostArgs))], "")
		switch {
		case a == "-include":
			names = append(names, value)
		case a == "-I" || a == "-iquote" || a == "-isystem" || a == "-idirafter":
			folders = append(folders, value)
		case strings.HasPrefix(a, "-I"):
			folders = append(folders, a[2:])
		}
	}
	for _, name := range append(names, includedNames(text)...) {
		if filepath.IsAbs(name) && exists(name+".gch") || slices.ContainsFunc(folders, func(f string) bool { return exists(filepath.Join(f, name+".gch")) }) {
			return true
		}
	}
	return false
}

// depsNameHeaders reports whether the dependence file that the user asks for names every
// header but those of the system's own folders.
func (d *driver) depsNameHeaders() bool {
	if slices.Contains(d.inv.depArgs, "-MD") {
		return true
	}
	return slices.Contains(d.inv.depArgs, "-MMD") && !slices.Contains(d.inv.hostArgs, "-isystem") && !slices.Contains(d.inv.hostArgs, "-idirafter") &&
		os.Getenv("C_INCLUDE_PATH") == "" && os.Getenv("CPATH") == ""
}

// headersHint reports whether the headers that a dependence file lists may hold something for
// us, or cannot be read.
func (d *driver) headersHint(file string, in *input) bool {
	if !exists(file) {
		return true
	}
	for _, header := range d.included(file, in) {
		text, err := os.ReadFile(header)
		if err != nil || parse.DeviceHint(text) || !isSystems(header) && parse.Hint(text) {
			return true
		}
	}
	return false
}

// isSystems reports whether a header is the C library's or the host compiler's.
func isSystems(header string) bool {
	header = filepath.Clean(header)
	return strings.HasPrefix(header, "/usr/include/") || strings.HasPrefix(header, "/usr/lib/")
}
