// Messages of host compilers and linkers, read as diagnostics.

package diag

import (
	"strconv"
	"strings"

	"ompcc/parse/pattern"
)

// hostLine is the first line of a message of clang, gcc or a linker: with a place, or with the program's name.
var hostLine = pattern.New(`^(?:(.+?):(\d+):(?:(\d+):)? |(\S+): )(fatal error|error|warning|remark|note): (.*)$`)

// hostOption is the option at the end of a message.
var hostOption = pattern.New(` \[(-[WR][^\]]*)\]$`)

// Structured takes apart what another program printed for people: messages with their places, notes as part of
// what they belong to. A line that is none of a message stands for itself, with severity other.
func Structured(text string, other Severity) *List {
	l := &List{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := hostLine().FindStringSubmatch(line)
		switch {
		case m != nil:
			l.addHost(m)
		case line == "" || line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "In file included from") ||
			strings.HasSuffix(line, " generated.") || isContext(line):
		default:
			l.Add(&Diagnostic{Severity: other, Code: Host, Message: line})
		}
	}
	return l
}

// isContext reports whether line only says where the next message of gcc or the linker stands: "a.c: In function 'f':".
func isContext(line string) bool {
	_, after, ok := strings.Cut(line, ": ")
	return ok && strings.HasSuffix(line, ":") &&
		(strings.HasPrefix(after, "In ") || strings.HasPrefix(after, "At top level") ||
			strings.Contains(after, ": in function "))
}

// addHost adds the message of a hostLine.
func (l *List) addHost(m []string) {
	sp := Span{Pos: Pos{File: m[1]}}
	sp.Line, _ = strconv.Atoi(m[2])
	sp.Col, _ = strconv.Atoi(m[3])
	message, option := m[6], ""
	if o := hostOption().FindStringSubmatch(message); o != nil {
		message, option = strings.TrimSuffix(message, o[0]), o[1]
	}
	if m[5] == "note" && len(l.All) > 0 {
		l.All[len(l.All)-1].WithNote(sp, "%s", message)
		return
	}
	d := &Diagnostic{Span: sp, Message: message, Code: Host}
	switch m[5] {
	case "note":
		d.Severity = Note
	case "remark":
		d.Severity, d.Code = RemarkSeverity, HostCode(option)
	case "warning":
		d.Severity = Warning
		if name, ok := strings.CutPrefix(option, "-W"); ok {
			d.Code = HostCode(name)
		}
	default:
		d.Severity = Error
		if name, ok := strings.CutPrefix(option, "-W"); ok {
			d.Code = HostCode(name)
		}
	}
	l.Add(d)
}
