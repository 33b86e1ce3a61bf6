// Sources without a hint of OpenMP: the host compiler gets them at once.

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse"
)

// A source that has nothing of OpenMP, nor have its headers, is compiled by one run of the
// host compiler, as without us. Whether that is so says the text of the file before, and that of
// the headers, which the run itself names, after it: where they hold a hint the run was in
// vain, and the source takes the whole way. What the host compiler refuses takes it, too.

// compileDirectly compiles such a source; done is false for any other.
func (s *source) compileDirectly(l *linkJob) (done bool, err error) {
	if !s.mayCompileDirectly() {
		return false, nil
	}
	out, deps := s.objectName(), s.depArgs()
	if s.d.inv.Mode == ModeLink {
		out = s.tempObject()
	}
	file := s.d.scratch.File(toolchain.Stem(s.in.Path) + ".d")
	if i := slices.Index(deps, "-MF"); i >= 0 {
		file = deps[i+1]
	} else {
		deps = []string{"-MD", "-MF", file}
	}
	if toStdout(out) {
		return false, nil
	}
	args := append(append(s.d.stopArgs(), s.parseConfig().CommonArgs()...), deps...)
	said, ok := s.d.tools.Direct(append(args, "-x", "c", s.in.Path, "-o", out)...)
	if !ok {
		return false, nil
	}
	if !s.d.inv.NoOpenMP && s.d.headersHint(file, s.in) {
		s.d.discard(out) // what follows may end in an error
		return false, nil
	}
	s.d.tools.Print(said)
	if s.d.inv.Mode == ModeLink {
		l.addObject(out, nil)
	}
	return true, s.showDeps()
}

// discard removes an output that the host compiler has written.
func (d *driver) discard(out string) {
	if info, err := os.Lstat(out); err == nil && info.Mode().IsRegular() {
		os.Remove(out)
	}
}

// mayCompileDirectly looks at the command and at the source's own text.
func (s *source) mayCompileDirectly() bool {
	switch s.d.inv.Mode {
	case ModeLink, ModeCompile, ModeAssemble:
	default:
		return false
	}
	if s.in.language() != langC || s.in.Path == parse.Stdin || s.d.inv.SaveTemps != "" || s.d.inv.Checked ||
		s.d.inv.Report || s.d.inv.DryRun || s.d.inv.Verbose {
		return false
	}
	if s.d.inv.NoOpenMP {
		return true
	}
	if len(s.d.inv.DepArgs) > 0 && !s.d.depsNameHeaders() {
		return false
	}
	text, err := os.ReadFile(s.in.Path)
	return err == nil && bytes.IndexByte(text, 0) < 0 && !parse.Hint(text) && !hintInArgs(s.d.inv.HostArgs) &&
		!(s.d.tools.IsGCC() && s.precompiled(text))
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
		if !bytes.HasPrefix(bytes.TrimLeft(before, " \t"), []byte("#")) || len(name) < 2 ||
			name[0] != '"' && name[0] != '<' {
			continue
		}
		if end := bytes.IndexAny(name[1:], "\">"); end >= 0 {
			names = append(names, string(name[1:1+end]))
		}
	}
}

// precompiled reports whether gcc may read a precompiled header, of which no dependence file
// lists the headers. gcc reads such a header for a flag, or for a line of the source itself.
func (s *source) precompiled(text []byte) bool {
	var names []string
	folders := []string{".", filepath.Dir(s.in.Path)}
	for i, a := range s.d.inv.HostArgs {
		value := strings.Join(s.d.inv.HostArgs[i+1:min(i+2, len(s.d.inv.HostArgs))], "")
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
		if filepath.IsAbs(name) && toolchain.Exists(name+".gch") || slices.ContainsFunc(folders, func(f string) bool { return toolchain.Exists(filepath.Join(f, name+".gch")) }) {
			return true
		}
	}
	return false
}

// depsNameHeaders reports whether the dependence file that the user asks for names every
// header but those of the system's own folders.
func (d *driver) depsNameHeaders() bool {
	if slices.Contains(d.inv.DepArgs, "-MD") {
		return true
	}
	return slices.Contains(d.inv.DepArgs, "-MMD") && !slices.Contains(d.inv.HostArgs, "-isystem") &&
		!slices.Contains(d.inv.HostArgs, "-idirafter") &&
		os.Getenv("C_INCLUDE_PATH") == "" && os.Getenv("CPATH") == ""
}

// headersHint reports whether the headers that a dependence file lists may hold something for
// us, or cannot be read.
func (d *driver) headersHint(file string, in *Input) bool {
	if !toolchain.Exists(file) {
		return true
	}
	var text bytes.Buffer
	for _, header := range d.included(file, in) {
		header = filepath.Clean(header)
		if isLibcs(header) || isCompilers(header) {
			continue
		}
		text.Reset()
		if readInto(&text, header) != nil || parse.DeviceHint(text.Bytes()) || !isSystems(header) && parse.Hint(text.Bytes()) {
			return true
		}
	}
	return false
}

// readInto appends the text of a file. A compilation reads many headers, one after the other: package os would ask of
// each whether it can be polled.
func readInto(text *bytes.Buffer, path string) error {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	for {
		text.Grow(1 << 15)
		free := text.AvailableBuffer()
		n, err := syscall.Read(fd, free[:cap(free)])
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return err
		case n == 0:
			return nil
		default:
			text.Write(free[:n])
		}
	}
}

// isSystems reports whether a header is the C library's or the host compiler's.
func isSystems(header string) bool {
	return strings.HasPrefix(header, "/usr/include/") || strings.HasPrefix(header, "/usr/lib/")
}

// libcHeaders are the headers in /usr/include that every C library has, or that these include.
const libcHeaders = "|aio|alloca|assert|byteswap|complex|cpio|ctype|dirent|dlfcn|endian|err|errno|fcntl|features|" +
	"features-time64|fenv|fnmatch|ftw|getopt|glob|grp|iconv|ifaddrs|inttypes|langinfo|libgen|limits|link|locale|malloc|" +
	"math|memory|mntent|monetary|mqueue|netdb|nl_types|paths|poll|pthread|pty|pwd|regex|resolv|sched|search|semaphore|" +
	"setjmp|shadow|signal|spawn|stdc-predef|stdint|stdio|stdlib|string|strings|syscall|syslog|tar|termios|tgmath|" +
	"threads|time|uchar|ucontext|ulimit|unistd|utime|utmp|utmpx|wait|wchar|wctype|wordexp|"

// isLibcs reports whether a header is one of the C library's or the kernel's, by its name or by a folder that no other
// package puts headers into. None of them has a directive for devices.
func isLibcs(header string) bool {
	rest, ok := strings.CutPrefix(header, "/usr/include/")
	if machine, below, found := strings.Cut(rest, "/"); found && strings.Contains(machine, "-linux-gnu") {
		rest = below
	}
	folder, _, found := strings.Cut(rest, "/")
	if !found {
		return ok && strings.Contains(libcHeaders, "|"+strings.TrimSuffix(rest, ".h")+"|")
	}
	return ok && slices.Contains([]string{"asm", "asm-generic", "bits", "gnu", "linux", "sys"}, folder)
}

// isCompilers reports whether a header is one of clang's or gcc's for the C language itself, such as stddef.h.
func isCompilers(header string) bool {
	folder, name := filepath.Split(header)
	name = strings.TrimLeft(name, "_")
	return strings.HasPrefix(folder, "/usr/lib/") && strings.HasSuffix(folder, "/include/") &&
		(strings.HasPrefix(name, "std") || name == "limits.h" || name == "syslimits.h" || name == "float.h")
}
