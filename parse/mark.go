// The marked text: each pragma replaced by its marker.

package parse

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"ompcc/parse/diag"
)

// Markers. A pragma cannot stand in the text that cc parses, so a call of the
// undefined function __ompcc_d stands in for it, on the same line:
//
//	block directive              while(__ompcc_d(ID, args…)) statement
//	stand-alone, in a function   __ompcc_d(ID, args…);
//	at file scope                static void __ompcc_fID(void){__ompcc_d(ID, args…);}
//	clause with names of its own ({decls; __ompcc_d(ID, args…);})
//
// A prefix statement nests as the directive does and leaves no dangling else;
// the arguments are typed in the scope of the pragma.

const markerFunc = "__ompcc_d"

// edit replaces Text[oldStart:oldEnd) by marked[newStart:newEnd).
type edit struct {
	oldStart, oldEnd int
	newStart, newEnd int
	pragma           *Pragma
	args             []argPlace // places of the user's expressions inside the replacement
}

// argPlace says that marked[start:end) is pragma.Text[off:…).
type argPlace struct{ start, end, off int }

// markedText is what cc parses, with the edits that made it from Unit.Text.
type markedText struct {
	text  []byte
	edits []edit
}

// replace appends Text[last:start) and then s; last is the end of the previous edit.
func (m *markedText) replace(text []byte, start, end int, s string) *edit {
	last := 0
	if n := len(m.edits); n > 0 {
		last = m.edits[n-1].oldEnd
	}
	m.text = append(m.text, text[last:start]...)
	e := edit{oldStart: start, oldEnd: end, newStart: len(m.text)}
	m.text = append(m.text, s...)
	e.newEnd = len(m.text)
	m.edits = append(m.edits, e)
	return &m.edits[len(m.edits)-1]
}

func (m *markedText) finish(text []byte) {
	last := 0
	if n := len(m.edits); n > 0 {
		last = m.edits[n-1].oldEnd
	}
	m.text = append(m.text, text[last:]...)
}

// editAt returns the edit whose replacement holds marked offset off, or the
// distance from marked to original offsets there.
func (m *markedText) editAt(off int) (*edit, int) {
	i := sort.Search(len(m.edits), func(k int) bool { return m.edits[k].newStart > off }) - 1
	if i < 0 {
		return nil, 0
	}
	e := &m.edits[i]
	if off < e.newEnd {
		return e, 0
	}
	return nil, e.oldEnd - e.newEnd
}

// start maps the offset of a token's first byte to Unit.Text.
func (m *markedText) start(off int) int {
	e, d := m.editAt(off)
	if e != nil {
		return e.oldStart
	}
	return off + d
}

// end maps the offset after a token's last byte to Unit.Text.
func (m *markedText) end(off int) int {
	if off == 0 {
		return 0
	}
	e, d := m.editAt(off - 1)
	if e != nil {
		return e.oldEnd
	}
	return off + d
}

// buildMarked makes the text for cc: directive lines blanked, pragmas replaced
// by their markers, and what cc does not accept respelt (compat.go).
func (u *Unit) buildMarked(marks []*Mark) (prelude string) {
	m := &u.marked
	*m = markedText{text: make([]byte, 0, len(u.Text)+1024)}
	c := newCompat(u.Text, m, u.cfg)
	c.findModes()
	next := 0
	renamed, elided, omitted := u.Renamed, u.Elided, u.omitted
	for t := c.next(); t.kind != tokEOF; t = c.next() {
		if len(renamed) > 0 && renamed[0].Start == t.start {
			m.replace(u.Text, t.start, t.end, renamed[0].To)
			renamed = renamed[1:]
			continue
		}
		if len(elided) > 0 && elided[0].Start <= t.start && t.start < elided[0].End {
			// Line breaks stay, for cc's line numbers; the last one begins the end
			// directive's line.
			end := elided[0].End - 1
			m.replace(u.Text, t.start, end, lineBreaks(u.Text[t.start:end]))
			for next < len(u.Pragmas) && u.Pragmas[next].Start < end {
				next++
			}
			c.off, elided = end, elided[1:]
			continue
		}
		for len(omitted) > 0 && omitted[0].End <= t.start {
			omitted = omitted[1:]
		}
		if len(omitted) > 0 && omitted[0].Start <= t.start {
			m.replace(u.Text, t.start, omitted[0].End, lineBreaks(u.Text[t.start:omitted[0].End]))
			c.off = omitted[0].End
			continue
		}
		if t.kind != tokHash {
			c.token(t)
			continue
		}
		if next < len(u.Pragmas) && t.end == u.Pragmas[next].End {
			u.replacePragma(c, u.Pragmas[next], marks[next])
			next++
			continue
		}
		m.replace(u.Text, t.start, t.end, u.packMark(t))
	}
	m.finish(u.Text)
	return c.prelude(u.arch())
}

// lineBreaks are those of a text.
func lineBreaks(text []byte) string { return strings.Repeat("\n", bytes.Count(text, []byte("\n"))) }

// replacePragma puts the marker in the pragma's place.
func (u *Unit) replacePragma(c *compat, p *Pragma, mark *Mark) {
	m := &u.marked
	e := m.replace(u.Text, p.Start, p.End, "")
	e.pragma = p
	if mark == nil || mark.Form == MarkNone {
		return
	}
	mark = c.respeltMark(mark)
	switch {
	case p.fileScope:
		m.text = fmt.Appendf(m.text, "static void __ompcc_f%d(void){%s", p.ID, mark.Decls)
		m.call(e, p, mark)
		m.text = append(m.text, ";}"...)
	case mark.Form == MarkBlock:
		m.text = append(m.text, "while("...)
		m.callWithDecls(e, p, mark)
		m.text = append(m.text, ')', ' ')
	default:
		m.callWithDecls(e, p, mark)
		m.text = append(m.text, ';')
	}
	e.newEnd = len(m.text)
}

func (m *markedText) callWithDecls(e *edit, p *Pragma, mark *Mark) {
	if mark.Decls == "" {
		m.call(e, p, mark)
		return
	}
	m.text = append(m.text, "({"...)
	m.text = append(m.text, oneLine(mark.Decls)...)
	m.call(e, p, mark)
	m.text = append(m.text, ";})"...)
}

func (m *markedText) call(e *edit, p *Pragma, mark *Mark) {
	m.text = append(m.text, markerFunc+"("...)
	m.text = strconv.AppendInt(m.text, int64(p.ID), 10)
	for _, a := range mark.Args {
		m.text = append(m.text, ',')
		start := len(m.text)
		m.text = append(m.text, oneLine(a.Text)...)
		if a.Off >= 0 {
			e.args = append(e.args, argPlace{start, len(m.text), a.Off})
		}
	}
	m.text = append(m.text, ')')
}

// oneLine keeps markers on the pragma's line, so that line numbers stay.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// pos maps a marked offset to the user's source, into clauses too.
func (u *Unit) markedPos(off int) diag.Pos {
	e, d := u.marked.editAt(off)
	if e == nil {
		return u.Pos(off + d)
	}
	if e.pragma != nil {
		for _, a := range e.args {
			if a.start <= off && off < a.end {
				return e.pragma.PosAt(a.off + off - a.start)
			}
		}
		return e.pragma.Pos
	}
	return u.Pos(e.oldStart)
}

// packMark keeps a #pragma pack line in the tree, as a static assertion that
// holds: cc has no node for pragmas, and structure layout depends on it.
func (u *Unit) packMark(t token) string {
	line := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(u.Text[t.start:t.end]), []byte("#")))
	rest, ok := bytes.CutPrefix(line, []byte("pragma"))
	if rest = bytes.TrimSpace(rest); !ok || !bytes.HasPrefix(rest, []byte("pack")) {
		return ""
	}
	return "_Static_assert(1," + strconv.Quote("#pragma "+string(rest)) + ");"
}

func appendMarker(out []byte, line int, file string) []byte {
	return fmt.Appendf(out, "# %d %s\n", line, strconv.Quote(file))
}
