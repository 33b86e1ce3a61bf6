// Places in the user's files for offsets in the text.

package parse

import (
	"bytes"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	"ompcc/parse/diag"
)

// lineTable maps byte offsets of Unit.Text to the user's files.
type lineTable struct {
	starts  []int // offset of each physical line
	markers []lineMarker
	sources map[string][]string // original files, read on demand, by line
	long    longIndex           // of the long line that was asked for last
}

// longLine is from how many bytes on a line's tokens are looked up in an index: to count them
// for each place would take quadratic time.
const longLine = 1 << 12

// longIndex holds where each token stands in a line of the preprocessed text and in the user's.
type longIndex struct {
	line         int // physical, from 1
	src          string
	text         []byte
	inText, here map[string][]int
}

// indexOf is the index of physical line i.
func (t *lineTable) indexOf(i int, src string, text []byte) *longIndex {
	if t.long.line != i+1 || t.long.src != src {
		t.long = longIndex{line: i + 1, src: src, text: text, inText: tokenPlaces(string(text)), here: tokenPlaces(src)}
	}
	return &t.long
}

func tokenPlaces(s string) map[string][]int {
	places := map[string][]int{}
	for at := 0; at < len(s); {
		word := tokenAt(s[at:])
		places[word] = append(places[word], at)
		at += len(word)
	}
	return places
}

// column is originalColumn.
func (x *longIndex) column(col int) int {
	if col >= len(x.text) {
		return min(col, len(x.src))
	}
	word := tokenAt(x.text[col:])
	nth, places := sort.SearchInts(x.inText[string(word)], col), x.here[string(word)]
	if nth < len(places) {
		return places[nth]
	}
	return min(len(x.src)-len(strings.TrimLeft(x.src, " \t")), max(len(x.src)-1, 0))
}

// lineMarker says that physical line next (an index into starts) is line of file.
type lineMarker struct {
	next int
	line int
	file string
}

func newLineTable(text []byte, file string) lineTable {
	t := lineTable{sources: map[string][]string{}}
	t.markers = append(t.markers, lineMarker{next: 0, line: 1, file: file})
	for off := 0; off < len(text); {
		end := off + bytes.IndexByte(text[off:], '\n')
		if end < off {
			end = len(text)
		}
		if line, name, ok := parseLineMarker(text[off:end]); ok {
			if name == "" {
				name = t.markers[len(t.markers)-1].file
			}
			t.markers = append(t.markers, lineMarker{next: len(t.starts) + 1, line: line, file: name})
		}
		t.starts = append(t.starts, off)
		off = end + 1
	}
	return t
}

// parseLineMarker reads `# 12 "file" flags` or `#line 12 "file"`.
func parseLineMarker(s []byte) (line int, file string, ok bool) {
	if len(s) < 3 || s[0] != '#' {
		return 0, "", false
	}
	s = bytes.TrimLeft(s[1:], " \t")
	s = bytes.TrimLeft(bytes.TrimPrefix(s, []byte("line")), " \t")
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	line, err := strconv.Atoi(string(s[:i]))
	if err != nil {
		return 0, "", false
	}
	s = bytes.TrimSpace(s[i:])
	if len(s) > 0 && s[0] == '"' {
		if q := bytes.LastIndexByte(s, '"'); q > 0 {
			file = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(string(s[1:q]))
		}
	}
	return line, file, true
}

// physical returns the index of the physical line that holds off.
func (t *lineTable) physical(off int) int {
	return max(sort.SearchInts(t.starts, off+1)-1, 0)
}

// at returns the file and line of physical line i.
func (t *lineTable) at(i int) (file string, line int) {
	m := t.markers[sort.Search(len(t.markers), func(k int) bool { return t.markers[k].next > i })-1]
	return m.file, m.line + i - m.next
}

// source returns the text of a line of one of the user's files, if it can be read.
func (t *lineTable) source(file string, line int) (string, bool) {
	lines, ok := t.sources[file]
	if !ok {
		if data, err := os.ReadFile(file); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		t.sources[file] = lines
	}
	if line < 1 || line > len(lines) {
		return "", false
	}
	return lines[line-1], true
}

// Pos returns the place in the user's source of byte off of Unit.Text. Where a
// macro expansion has moved text to the right, the column is that of the same
// token in the user's line, or of the line's first token.
func (u *Unit) Pos(off int) diag.Pos {
	off = min(max(off, 0), len(u.Text))
	i := u.lines.physical(off)
	if len(u.lines.starts) == 0 {
		return diag.Pos{File: displayName(u.File), Line: 1, Col: 1}
	}
	file, line := u.lines.at(i)
	start := u.lines.starts[i]
	col := off - start
	if src, ok := u.lines.source(file, line); ok {
		end := len(u.Text)
		if i+1 < len(u.lines.starts) {
			end = u.lines.starts[i+1] - 1
		}
		text := u.Text[start:end]
		switch {
		case strings.HasPrefix(src[min(col, len(src)):], string(tokenAt(text[min(col, len(text)):]))) && col < len(text): // nothing has moved
		case len(text) > longLine:
			col = u.lines.indexOf(i, src, text).column(col)
		default:
			col = originalColumn(src, string(text), col)
		}
	}
	return diag.Pos{File: file, Line: line, Col: col + 1}
}

// originalColumn finds in the user's line src the column of the token that
// stands at col in the preprocessed line text.
func originalColumn(src, text string, col int) int {
	if col >= len(text) {
		return min(col, len(src))
	}
	word := tokenAt(text[col:])
	if strings.HasPrefix(src[min(col, len(src)):], word) {
		return col
	}
	nth := countToken(text[:col], word)
	at := 0
	for {
		i := indexToken(src[at:], word)
		if i < 0 {
			return min(len(src)-len(strings.TrimLeft(src, " \t")), max(len(src)-1, 0))
		}
		if nth == 0 {
			return at + i
		}
		nth--
		at += i + len(word)
	}
}

// tokenAt returns the identifier, number or single character that s begins with.
func tokenAt[T string | []byte](s T) T {
	i := 0
	for i < len(s) && isIdent(s[i]) {
		i++
	}
	return s[:max(i, min(1, len(s)))]
}

// indexToken is strings.Index for whole words.
func indexToken(s, word string) int {
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 || word == "" {
			return -1
		}
		i += at
		end := i + len(word)
		if !isIdent(word[0]) || (i == 0 || !isIdent(s[i-1])) && (end == len(s) || !isIdent(s[end])) {
			return i
		}
		at = end
	}
}

func countToken(s, word string) int {
	n := 0
	for {
		i := indexToken(s, word)
		if i < 0 {
			return n
		}
		n++
		s = s[i+len(word):]
	}
}

// SpanOf is the place of the bytes [start, end) of Unit.Text, cut at the end of the first line.
func (u *Unit) SpanOf(start, end int) diag.Span {
	n := end - start
	if i := bytes.IndexByte(u.Text[min(start, len(u.Text)):min(max(end, start), len(u.Text))], '\n'); i >= 0 {
		n = i
	}
	return diag.Span{Pos: u.Pos(start), Len: max(n, 0)}
}

// Files are the files that the unit was made of, its own first.
func (u *Unit) Files() (names []string) {
	for _, m := range u.lines.markers {
		if !strings.HasPrefix(m.file, "<") && !slices.Contains(names, m.file) {
			names = append(names, m.file)
		}
	}
	return names
}

// SourceLine returns a line of one of the user's files, as it is on disk.
func (u *Unit) SourceLine(file string, line int) (string, bool) {
	return u.lines.source(file, line)
}

// rename lets the unit appear as if its main file had another name.
func (u *Unit) rename(from, to string, src []byte) {
	u.File = to
	u.lines.sources[to] = strings.Split(string(src), "\n")
	for i := range u.lines.markers {
		if u.lines.markers[i].file == from {
			u.lines.markers[i].file = to
		}
	}
	u.Text = bytes.ReplaceAll(u.Text, []byte(from), []byte(to))
	*u = *withText(u)
}

// withText rebuilds everything that hangs on u.Text.
func withText(u *Unit) *Unit {
	v := newUnit(u.cfg, u.File, u.Text)
	v.lines.sources = u.lines.sources
	v.placePragmas()
	return v
}
