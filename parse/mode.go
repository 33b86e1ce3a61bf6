// GNU C's attribute mode, as types.

package parse

import (
	"bytes"
	"strings"

	"ompcc/parse/pattern"
)

// machineModes are the types of attribute mode (GNU C) by the mode's name; S stands
// for the signedness of the type that is written. cc takes no notice of the attribute.
var machineModes = map[string]string{
	"QI": "S char", "byte": "S char", "HI": "S short", "SI": "S int", "DI": "S long", "TI": "S __int128",
	"word": "S long", "pointer": "S long", "unwind_word": "S long", "libgcc_cmp_return": "S long",
	"libgcc_shift_count": "S long",
	"SF":                 "float", "DF": "double", "XF": "long double", "TF": "__float128", "HF": "_Float16",
	"SC": "float", "DC": "double", "XC": "long double",
}

// baseWords are the words of arithmetic types that a mode replaces.
var baseWords = makeSet("int", "char", "short", "long", "signed", "__signed", "__signed__", "unsigned", "float",
	"double")

var (
	modeAttribute = pattern.New(`\b(?:mode|__mode__)\s*\(\s*(\w+)\s*\)`)
	vectorMode    = pattern.New(`^V(\d+)([A-Z]+)$`)
)

// modeReplaced is what attribute mode is called where the type has been replaced.
const modeReplaced = "__ompcc_mode"

// modeFrame is the declaration, or parameter, that a token stands in.
type modeFrame struct {
	base   []token // words of its arithmetic type
	mode   string
	attr   int // offset of the attribute's name
	arg    int // and of the mode's
	shared bool
}

// findModes notes, in replaced, new spellings of the types that have a mode. A type
// that several declarators share, or that has a name, is left as it is written.
func (c *compat) findModes() {
	if !bytes.Contains(c.text, []byte("mode")) || !modeAttribute().Match(c.text) {
		return
	}
	s := scanner{text: c.text}
	frames := []modeFrame{{}}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		top := &frames[len(frames)-1]
		w := c.word(t)
		switch {
		case t.kind == tokIdent && baseWords[w]:
			top.base = append(top.base, t)
		case t.kind == tokIdent && (w == "__attribute__" || w == "__attribute"):
			if end := attributeEnd(c.text, t.end); end > t.end {
				top.attribute(c.text, t.end, end)
				s.off = end
			}
		case t.kind != tokPunct:
		case w == "(":
			frames = append(frames, modeFrame{})
		case w == ")" && len(frames) > 1:
			c.replaceMode(top)
			frames = frames[:len(frames)-1]
		case w == ",":
			if len(frames) > 1 { // the next parameter
				c.replaceMode(top)
				*top = modeFrame{}
			} else {
				top.shared = true
			}
		case w == ";" || w == "{" || w == "}":
			c.replaceMode(top)
			*top = modeFrame{}
		}
	}
}

func (f *modeFrame) attribute(text []byte, from, to int) {
	if m := modeAttribute().FindSubmatchIndex(text[from:to]); m != nil {
		f.mode, f.attr, f.arg = strings.Trim(string(text[from+m[2]:from+m[3]]), "_"), from+m[0], from+m[2]
	}
}

func (c *compat) replaceMode(f *modeFrame) {
	if f.mode == "" || f.shared || len(f.base) == 0 {
		return
	}
	t, suffix := machineModes[f.mode], ""
	if v := vectorMode().FindStringSubmatch(f.mode); v != nil {
		t = machineModes[v[2]]
		suffix = " __attribute__((vector_size(" + v[1] + " * sizeof(" + strings.Replace(t, "S", "unsigned", 1) + "))))"
	}
	if t == "" {
		return
	}
	sign := "signed"
	for _, b := range f.base {
		if c.word(b) == "unsigned" {
			sign = "unsigned"
		}
	}
	t = strings.Replace(t, "S", sign, 1)
	if t == "signed __int128" {
		t = "__int128"
	}
	for i, b := range f.base {
		if i > 0 {
			t, suffix = "", ""
		}
		c.replaced[b.start] = t + suffix
	}
	c.replaced[f.attr], c.replaced[f.arg] = modeReplaced, "0"
}
