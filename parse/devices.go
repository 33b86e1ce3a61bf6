// Which preprocessed texts concern devices.

package parse

import (
	"bytes"

	"ompcc/parse/early"
)

// UsesDevices reports whether any directive could concern a device. A file
// without one compiles as the host compiler would compile it.
func (u *Unit) UsesDevices() bool {
	for _, p := range u.Pragmas {
		if early.ConcernsDevices(p.Text) {
			return true
		}
	}
	return false
}

// TargetPragma is the place of a target construct in preprocessed text of any language of
// the host compiler.
type TargetPragma struct {
	File      string
	Line, Col int
}

// TargetPragmas finds the constructs of preprocessed text that a device would execute. It
// reads lines alone: a pragma has its own, and so has what _Pragma becomes.
func TargetPragmas(file string, text []byte) (found []TargetPragma) {
	at := TargetPragma{File: file, Line: 0}
	for line := range bytes.Lines(text) {
		at.Line++
		trimmed := bytes.TrimLeft(line, " \t")
		if marker, ok := bytes.CutPrefix(trimmed, []byte("# ")); ok {
			at.mark(marker)
			continue
		}
		rest, ok := bytes.CutPrefix(trimmed, []byte("#pragma omp "))
		if !ok {
			if _, rest, ok = bytes.Cut(trimmed, []byte("omp::directive(")); !ok {
				continue
			}
		}
		if words := bytes.FieldsFunc(rest, func(r rune) bool { return !isIdent(byte(r)) }); executes(words) {
			at.Col = len(line) - len(trimmed) + 1
			found = append(found, at)
		}
	}
	return found
}

// executes reports whether a directive of these words is a region that a device executes.
func executes(words [][]byte) bool {
	if len(words) == 0 || string(words[0]) != "target" {
		return false
	}
	if len(words) > 1 {
		switch string(words[1]) {
		case "data", "enter", "exit", "update", "enter_data", "exit_data", "target_data":
			return false
		}
	}
	return true
}

// mark reads a line marker behind its "# ".
func (p *TargetPragma) mark(marker []byte) {
	n := 0
	i := 0
	for ; i < len(marker) && '0' <= marker[i] && marker[i] <= '9'; i++ {
		n = n*10 + int(marker[i]-'0')
	}
	if i == 0 {
		return
	}
	p.Line = n - 1
	if _, name, ok := bytes.Cut(marker[i:], []byte("\"")); ok {
		if name, _, ok = bytes.Cut(name, []byte("\"")); ok {
			p.File = string(name)
		}
	}
}
