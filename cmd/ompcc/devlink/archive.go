// Device code in the members of static libraries.

package devlink

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
)

// Archive is a static library with the device code of its members.
type Archive struct {
	Path    string
	Members []*archiveMember
}

type archiveMember struct {
	name      string
	codes     []*Code
	Undefined undefined
	taken     bool
}

// The first bytes of an archive, and of one that only names its members' files.
const (
	ArchiveMagic = "!<arch>\n"
	ThinMagic    = "!<thin>\n"
)

// IsArchive reports whether a file that begins with head is an archive.
func IsArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(ArchiveMagic)) || bytes.HasPrefix(head, []byte(ThinMagic))
}

// ReadArchive reads a System V archive in GNU's variant, or BSD's long names.
func ReadArchive(path string) (*Archive, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a := &Archive{Path: path}
	thin := bytes.HasPrefix(data, []byte(ThinMagic))
	var longNames []byte
	for off := len(ArchiveMagic); off+60 <= len(data); {
		h := data[off : off+60]
		size, err := strconv.Atoi(strings.TrimSpace(string(h[48:58])))
		if err != nil || size < 0 {
			return nil, report.Problemf(diag.BadArchive, "'%s' is not a well-formed archive", path).
				WithFix("recreate it with ar rcs")
		}
		name := strings.TrimRight(string(h[:16]), " ")
		body := off + 60
		inline := !thin || name == "/" || name == "//" || name == "/SYM64/"
		end := body
		if inline {
			end = min(body+size, len(data))
		}
		content := data[body:end]
		switch {
		case name == "//":
			longNames = content
		case name == "/" || name == "/SYM64/" || strings.HasPrefix(name, "__.SYMDEF"):
		default:
			if err := a.member(memberName(name, longNames), content, thin); err != nil {
				return nil, err
			}
		}
		off = end + end%2
	}
	return a, nil
}

func memberName(name string, longNames []byte) string {
	if i, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil && strings.HasPrefix(name, "/") &&
		i < len(longNames) {
		n := longNames[i:]
		if k := bytes.IndexByte(n, '\n'); k >= 0 {
			n = n[:k]
		}
		name = string(n)
	}
	return strings.TrimSuffix(name, "/")
}

func (a *Archive) member(name string, content []byte, thin bool) error {
	label := a.Path + "(" + name + ")"
	if thin {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(a.Path), name)
		}
		var err error
		if content, err = os.ReadFile(name); err != nil {
			return report.Problemf(diag.BadArchive, "member '%s' of thin archive '%s' cannot be read: %v", name, a.Path,
				toolchain.PathCause(err)).
				WithFix("recreate the archive with ar rcs, without T")
		}
	}
	info, err := ReadObject(bytes.NewReader(content), label)
	if err != nil {
		return err
	}
	a.Members = append(a.Members,
		&archiveMember{name: name, codes: info.Codes, Undefined: UndefinedIn(bytes.NewReader(content))})
	return nil
}

// HasCode reports whether a member has device code.
func (a *Archive) HasCode() bool {
	for _, m := range a.Members {
		if len(m.codes) > 0 {
			return true
		}
	}
	return false
}

// Take returns the device code of a member, the first time it is asked for.
func (a *Archive) Take(name string) []*Code {
	for _, m := range a.Members {
		if !m.taken && (m.name == name || filepath.Base(m.name) == filepath.Base(name)) {
			m.taken = true
			return m.codes
		}
	}
	return nil
}
