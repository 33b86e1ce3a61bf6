package parse

import (
	"bytes"

	"modernc.org/cc/v4"
)

// _Complex _Float16 (gcc 6.13) is a type to cc, but none that it can compute with. To it, it is
// _Complex long double with a mark that stays with the type, of the size of _Complex _Float16 in this
// unit (newABI): an operation with any number is complex then, and cbody has its own rules for the result's type.
const halfMark = "__ompcc_half"

var (
	markedHalf  = "long double __attribute__((" + typeMark(halfMark, 1) + "))"
	complexHalf = "_Complex " + markedHalf
)

var (
	complexWords = makeSet("_Complex", "__complex__", "__complex")
	// besideType are the specifiers and qualifiers that may stand among the words of a type.
	besideType = makeSet("const", "volatile", "restrict", "static", "extern", "register", "typedef", "inline", "__inline", "__inline__", "__const", "__volatile__", "__extension__", "_Thread_local", "__thread", "auto")
)

// complexHalf respells the _Float16 at t where _Complex stands among the same specifiers.
func (c *compat) complexHalf(t token) bool {
	if !c.complexBehind(t.end) && !c.complexBefore(t.start) {
		return false
	}
	c.m.replace(c.text, t.start, t.end, markedHalf)
	return true
}

func (c *compat) complexBehind(at int) bool {
	w := wordAt(c.text, at)
	for ; besideType[string(w.text)]; w = wordAt(c.text, w.end) {
	}
	return complexWords[string(w.text)]
}

func (c *compat) complexBefore(at int) bool {
	for {
		for at > 0 && (c.text[at-1] == ' ' || c.text[at-1] == '\t' || c.text[at-1] == '\n') {
			at--
		}
		end := at
		for at > 0 && isIdent(c.text[at-1]) {
			at--
		}
		if !besideType[string(c.text[at:end])] {
			return complexWords[string(c.text[at:end])]
		}
	}
}

// IsComplexHalf reports whether t is _Complex _Float16.
func IsComplexHalf(t cc.Type) bool {
	p, ok := t.(*cc.PredefinedType)
	return ok && p.Kind() == cc.ComplexLongDouble && typeMarkOf(t, halfMark) > 0
}

// HasComplexHalves reports whether u has _Complex _Float16.
func (u *Unit) HasComplexHalves() bool {
	return u != nil && bytes.Contains(u.marked.text, []byte(halfMark))
}

// sizeComplexHalf has cc know the size of _Complex _Float16 in the unit of text.
func sizeComplexHalf(abi *cc.ABI, text []byte) {
	if bytes.Contains(text, []byte(halfMark)) {
		abi.Types[cc.ComplexLongDouble] = cc.AbiType{Size: 4, Align: 2, FieldAlign: 2}
	}
}
