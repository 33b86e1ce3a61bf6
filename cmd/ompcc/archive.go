package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// archive is a static library with the device code of its members.
type archive struct {
	path    string
	members []*archiveMember
}

type archiveMember struct {
	name      string
	codes     []*deviceCode
	undefined undefined
	taken     bool
}

const (
	archiveMagic = "!<arch>\n"
	thinMagic    = "!<thin>\n"
)

func isArchive(head []byte) bool {
	return bytes.HasPrefix(head, []byte(archiveMagic)) || bytes.HasPrefix(head, []byte(thinMagic))
}

// readArchive reads a System V archive in GNU's variant, or BSD's long names.
func readArchive(path string) (*archive, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a := &archive{path: path}
	thin := bytes.HasPrefix(data, []byte(thinMagic))
	var longNames []byte
	for off := len(archiveMagic); off+60 <= len(data); {
		h := data[off : off+60]
		size, err := strconv.Atoi(strings.TrimSpace(string(h[48:58])))
		if err != nil || size < 0 {
			return nil, usagef("bad-archive", "'%s' is not a well-formed archive", path).fixf("make it again with ar rcs")
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
	if i, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil && strings.HasPrefix(name, "/") && i < len(longNames) {
		n := longNames[i:]
		if k := bytes.IndexByte(n, '\n'); k >= 0 {
			n = n[:k]
		}
		name = string(n)
	}
	return strings.TrimSuffix(name, "/")
}

func (a *archive) member(name string, content []byte, thin bool) error {
	label := a.path + "(" + name + ")"
	if thin {
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(a.path), name)
		}
		var err error
		if content, err = os.ReadFile(name); err != nil {
			return usagef("bad-archive", "member '%s' of thin archive '%s' cannot be read: %v", name, a.path, pathCause(err)).
				fixf("a thin archive needs its members beside it: make it again, or with ar rcs")
		}
	}
	info, err := readObject(bytes.NewReader(content), label)
	if err != nil {
		return err
	}
	a.members = append(a.members, &archiveMember{name: name, codes: info.codes, undefined: undefinedIn(bytes.NewReader(content))})
	return nil
}

func (a *archive) hasCode() bool {
	for _, m := range a.members {
		if len(m.codes) > 0 {
			return true
		}
	}
	return false
}

// take returns the device code of a member, the first time it is asked for.
func (a *archive) take(name string) []*deviceCode {
	for _, m := range a.members {
		if !m.taken && (m.name == name || filepath.Base(m.name) == filepath.Base(name)) {
			m.taken = true
			return m.codes
		}
	}
	return nil
}
