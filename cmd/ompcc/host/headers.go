// Which headers a source includes, and whether they concern ompcc.

package host

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ompcc/parse/early"
)

// Headers are the files of a dependence file's text but for the source itself and ompcc's own headers.
func Headers(text, file, own string) (headers []string) {
	_, list, _ := strings.Cut(text, ":")
	list, _, _ = strings.Cut(strings.ReplaceAll(list, "\\\n", " "), "\n")
	for _, f := range SplitArgs(strings.ReplaceAll(list, "$$", "$")) {
		if f != file && !(strings.HasPrefix(f, own) && filepath.Dir(f) == own) {
			headers = append(headers, f)
		}
	}
	return headers
}

// Hinted reports whether one of the headers may hold something for ompcc, or cannot be read.
func Hinted(headers []string) bool {
	var text bytes.Buffer
	for _, header := range headers {
		if strings.Contains(header, "/.") {
			header = filepath.Clean(header)
		}
		if isLibcs(header) || isCompilers(header) {
			continue
		}
		text.Reset()
		if Read(&text, header) != nil || early.DeviceHint(text.Bytes()) || !isSystems(header) && early.Hint(text.Bytes()) {
			return true
		}
	}
	return false
}

// Read appends the text of a file. A compilation reads many headers, one after the other: package os would ask of
// each whether it can be polled.
func Read(text *bytes.Buffer, path string) error {
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

// libcFolders are the folders of the C library's and the kernel's headers.
var libcFolders = []string{"arpa", "asm", "asm-generic", "bits", "gnu", "linux", "net", "netinet", "sys"}

// isLibcs reports whether a header is one of the C library's or the kernel's, by its name or by a folder that no other
// package puts headers into. None of them has a directive for devices.
func isLibcs(header string) bool {
	rest, ok := strings.CutPrefix(header, "/usr/include/")
	if machine, below, found := strings.Cut(rest, "/"); found && strings.Contains(machine, "-linux-gnu") {
		rest = below
	}
	return ok && namesLibcs(rest)
}

// namesLibcs reports whether the name in an #include line is that of such a header.
func namesLibcs(name string) bool {
	folder, _, found := strings.Cut(name, "/")
	if !found {
		return strings.Contains(libcHeaders, "|"+strings.TrimSuffix(name, ".h")+"|")
	}
	return slices.Contains(libcFolders, folder)
}

// isCompilers reports whether a header is one of clang's or gcc's for the C language itself, such as stddef.h.
func isCompilers(header string) bool {
	folder, name := filepath.Split(header)
	return strings.HasPrefix(folder, "/usr/lib/") && strings.HasSuffix(folder, "/include/") && namesCompilers(name)
}

// namesCompilers reports whether a header's name is that of such a header.
func namesCompilers(name string) bool {
	name = strings.TrimLeft(name, "_")
	return strings.HasPrefix(name, "std") && !strings.Contains(name, "/") || name == "limits.h" || name == "syslimits.h" ||
		name == "float.h"
}

// IncludesLibcAlone reports whether all headers that a source's text can include are the C library's and the
// compiler's, but for those whose functions are in libraries of their own (-lm, -latomic). The text has no other place
// with the word include, so no macro and no digraph can include more. Folders that come before the system's must not
// have a header of the same name.
func IncludesLibcAlone(text []byte, folders []string) bool {
	for _, odd := range []string{"import", "??/", "\\\n", "\\\r\n", "_Atomic"} {
		if bytes.Contains(text, []byte(odd)) {
			return false
		}
	}
	if os.Getenv("CPATH") != "" || os.Getenv("C_INCLUDE_PATH") != "" {
		return false
	}
	names := includedNames(text)
	for _, name := range names {
		if name[0] != '<' || strings.Contains("|math.h|complex.h|tgmath.h|fenv.h|stdatomic.h|", "|"+name[1:]+"|") ||
			!namesLibcs(name[1:]) && !namesCompilers(name[1:]) ||
			slices.ContainsFunc(folders, func(f string) bool { return Exists(filepath.Join(f, name[1:])) }) {
			return false
		}
	}
	return bytes.Count(text, []byte("include")) == len(names)
}

// includedNames are the headers that the #include lines of a source name, each behind its quote or bracket.
func includedNames(text []byte) (names []string) {
	for {
		i := bytes.Index(text, []byte("include"))
		if i < 0 {
			return names
		}
		before := bytes.Trim(text[bytes.LastIndexByte(text[:i], '\n')+1:i], " \t")
		text = text[i+len("include"):]
		name, _, _ := bytes.Cut(text, []byte("\n"))
		name = bytes.TrimLeft(name, " \t")
		if string(before) != "#" || len(name) < 2 || name[0] != '"' && name[0] != '<' {
			continue
		}
		if end := bytes.IndexAny(name[1:], "\">"); end >= 0 {
			names = append(names, string(name[:1+end]))
		}
	}
}

// Precompiled reports whether the compiler may read a precompiled header, of which no dependence file
// lists the headers. gcc reads such a header for a flag, or for a line of the source itself; clang for a flag.
func Precompiled(args []string, file string, text []byte) bool {
	var names []string
	for i, a := range args {
		if a == "-include" && i+1 < len(args) {
			names = append(names, args[i+1])
		}
	}
	folders := append([]string{".", filepath.Dir(file)}, IncludeFolders(args)...)
	for _, name := range includedNames(text) {
		names = append(names, name[1:])
	}
	for _, name := range names {
		for _, precompiled := range []string{name + ".gch", name + ".pch"} {
			if filepath.IsAbs(name) && Exists(precompiled) ||
				slices.ContainsFunc(folders, func(f string) bool { return Exists(filepath.Join(f, precompiled)) }) {
				return true
			}
		}
	}
	return false
}

// IncludeFolders are the folders that flags add to the search for headers.
func IncludeFolders(args []string) (folders []string) {
	for i, a := range args {
		switch {
		case a == "-I" || a == "-iquote" || a == "-isystem" || a == "-idirafter":
			folders = append(folders, strings.Join(args[i+1:min(i+2, len(args))], ""))
		case strings.HasPrefix(a, "-I"):
			folders = append(folders, a[2:])
		}
	}
	return folders
}
