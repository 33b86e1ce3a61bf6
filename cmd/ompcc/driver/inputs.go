// Which objects and archives the linker reads, and their device code.

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/parse/diag"
)

// The device code of a program is in the objects and archive members that the
// host linker reads. Most of them stand in the command line. Where others may
// come in (a library in the linker's own folders, a linker script, a file that
// -Wl hides, -Bstatic), and for members, the linker says in a trial link what it reads.

// readInputs reads the device code of the objects that the command line names, and
// finds archives that have any.
func (l *linkJob) readInputs() error {
	dirs := libraryFolders(l.args)
	for i := 0; i < len(l.args); i++ {
		a := l.args[i]
		switch {
		case a == "-Xlinker" && i+1 < len(l.args):
			i++
			l.ask = l.ask || hidesInput(l.args[i])
		case SeparateLink[a]:
			i++
			l.ask = l.ask || a == "-T"
		case strings.HasPrefix(a, "-Wl,"):
			l.ask = l.ask || slices.ContainsFunc(strings.Split(a, ",")[1:], hidesInput)
		case strings.HasPrefix(a, "-l"):
			path, known := findLibrary(a[2:], dirs, l.d.inv.Static)
			l.ask = l.ask || !known
			if path == "" {
				continue
			}
			if err := l.readInput(path); err != nil {
				return err
			}
		case strings.HasPrefix(a, "-") || l.d.scratch.Owns(a):
		default:
			if err := l.readInput(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// libraryFolders are the user's folders with libraries.
func libraryFolders(args []string) (dirs []string) {
	for _, a := range args {
		if dir, ok := strings.CutPrefix(a, "-L"); ok {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("LIBRARY_PATH")) {
		if dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// hidesInput reports whether a linker's option may make it read another file, or
// another than the command line lets expect.
func hidesInput(option string) bool {
	switch option {
	case "-Bstatic", "-dn", "-non_shared", "-static", "-Bdynamic", "-dy", "-call_shared", "-T", "--script":
		return true
	}
	if strings.HasPrefix(option, "-") {
		return strings.HasPrefix(option, "-l") || strings.HasPrefix(option, "--library=") ||
			strings.HasPrefix(option, "--script=") || strings.HasPrefix(option, "-T")
	}
	if strings.HasPrefix(option, "@") {
		return true
	}
	head, err := toolchain.ReadHead(option)
	return err == nil && (bytes.HasPrefix(head, []byte("\x7fELF")) || devlink.IsArchive(head))
}

// findLibrary finds -lname in the user's folders as the linker would: a shared
// library, which has its own images, first, unless everything is static. known
// is false if only the linker can tell what it takes.
func findLibrary(name string, dirs []string, static bool) (archive string, known bool) {
	file, exact := strings.CutPrefix(name, ":")
	for _, dir := range dirs {
		if exact {
			if p := filepath.Join(dir, file); host.Exists(p) {
				return p, true
			}
			continue
		}
		if so := filepath.Join(dir, "lib"+name+".so"); !static && host.Exists(so) {
			head, err := toolchain.ReadHead(so)
			return "", err == nil && bytes.HasPrefix(head, []byte("\x7fELF"))
		}
		if p := filepath.Join(dir, "lib"+name+".a"); host.Exists(p) {
			return p, true
		}
	}
	return "", host.WithoutDeviceCode[name]
}

// readInput reads the device code of an object, or notes an archive that has some.
func (l *linkJob) readInput(path string) error {
	if l.read[path] {
		return nil
	}
	if l.read == nil {
		l.read = map[string]bool{}
	}
	l.read[path] = true
	head, err := toolchain.ReadHead(path)
	if err != nil {
		return missingFile(path)
	}
	switch {
	case bytes.HasPrefix(head, []byte("\x7fELF")):
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := devlink.ReadObject(f, path)
		if err != nil {
			return err
		}
		if info.Foreign {
			return report.Problemf(diag.BadObject, "'%s' has device code of another compiler, which ompcc does not link", path).
				WithFix("compile it with ompcc, or link it into a shared library with its compiler")
		}
		l.codes = append(l.codes, info.Codes...)
	case devlink.IsArchive(head):
		a, err := devlink.ReadArchive(path)
		if err != nil {
			return err
		}
		if a.HasCode() {
			l.archives = append(l.archives, a)
		}
	default: // a linker script
		l.ask = true
	}
	return nil
}

// readTraced adds the device code of what the host linker reads besides the objects
// that the command line names, which it says itself in a trial link (GNU ld names
// members only if asked twice).
func (l *linkJob) readTraced() error {
	trial := l.d.scratch.File("trial.out")
	out, err := l.d.tools.Run(nil, l.d.tools.HostCC, append(l.linkArgs(), "-Wl,--trace,--trace", "-o", trial)...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		path, member := tracedMember(line)
		if member == "" {
			path = line
		}
		if l.ownFile(path) {
			continue
		}
		if err := l.readTracedFile(path); err != nil {
			return err
		}
		for _, a := range l.archives {
			if member != "" && sameFile(a.Path, path) {
				l.codes = append(l.codes, a.Take(member)...)
			}
		}
	}
	return nil
}

// ownFile reports whether this command or the runtime brings the file.
func (l *linkJob) ownFile(path string) bool {
	return l.d.scratch.Owns(path) || strings.HasPrefix(path, l.d.layout.Lib)
}

// readTracedFile reads a file that the trace names unless it has been read
// under this or another name.
func (l *linkJob) readTracedFile(path string) error {
	head, err := toolchain.ReadHead(path)
	if err != nil || !bytes.HasPrefix(head, []byte("\x7fELF")) && !devlink.IsArchive(head) {
		return nil // a message of the linker, or a script, whose inputs follow
	}
	for known := range l.read {
		if sameFile(known, path) {
			return nil
		}
	}
	return l.readInput(path)
}

// tracedMember reads "lib.a(member.o)" as lld and newer ld print it, or
// "(lib.a)member.o" as older ld does.
func tracedMember(line string) (path, member string) {
	if rest, ok := strings.CutPrefix(line, "("); ok {
		path, member, _ = strings.Cut(rest, ")")
		return path, member
	}
	if i := strings.LastIndexByte(line, '('); i > 0 && strings.HasSuffix(line, ")") {
		return line[:i], line[i+1 : len(line)-1]
	}
	return "", ""
}

func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// SeparateLink are the linker's flags that take the next argument as their value.
var SeparateLink = map[string]bool{
	"-Xlinker": true, "-T": true, "-u": true, "-z": true, "-e": true, "-rpath": true, "-soname": true, "-Tbss": true,
	"-Tdata": true, "-Ttext": true,
}
