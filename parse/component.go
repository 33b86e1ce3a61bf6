package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// clang gives elements of vectors names, v.x for v[0] and v.xyz for three of them, which cc does not know. Where cc has
// refused one that the host compiler takes, the text is respelt as a subscript: several elements are
// v[ComponentsWord,0,1,2], which to cc has the vector's type.

// ComponentsWord marks subscripts that name several elements of a vector.
const ComponentsWord = "__ompcc_components"

// Names of half of a vector's elements, beside the numbers of elements.
const (
	ComponentsLow  = -1 // v.lo
	ComponentsHigh = -2
	ComponentsEven = -3
	ComponentsOdd  = -4
)

// noStructure is cc's message.
var noStructure = regexp.MustCompile(`(?m)^@:(\d+):(\d+): expected a (?:pointer to )?struct or union`)

var halves = map[string]int{"lo": ComponentsLow, "hi": ComponentsHigh, "even": ComponentsEven, "odd": ComponentsOdd}

// componentIndexes are the elements that clang calls name, nil if it is no such name.
func componentIndexes(name string) []int {
	if h := halves[name]; h != 0 {
		return []int{h}
	}
	switch {
	case name == "":
		return nil
	case (name[0] == 's' || name[0] == 'S') && len(name) > 1:
		return letterIndexes(strings.ToLower(name[1:]), "0123456789abcdef", 16)
	case strings.IndexByte("xyzw", name[0]) >= 0:
		return letterIndexes(name, "xyzw", 4)
	}
	return letterIndexes(name, "rgba", 4)
}

// letterIndexes are the places of name's letters among letters, nil if one is not there or they are too many.
func letterIndexes(name, letters string, limit int) []int {
	if len(name) > limit {
		return nil
	}
	var r []int
	for _, c := range []byte(name) {
		i := strings.IndexByte(letters, c)
		if i < 0 {
			return nil
		}
		r = append(r, i)
	}
	return r
}

// Components are the elements, or the half (ComponentsLow …), that the subscript x names, nil if it is another's.
func Components(x cc.ExpressionNode) []int {
	l, ok := x.(*cc.ExpressionList)
	if !ok {
		return nil
	}
	if p, ok := ctree.Strip(l.AssignmentExpression).(*cc.PrimaryExpression); !ok || p.Case != cc.PrimaryExpressionIdent || p.Token.SrcStr() != ComponentsWord {
		return nil
	}
	var r []int
	for l = l.ExpressionList; l != nil; l = l.ExpressionList {
		v, _ := l.AssignmentExpression.Value().(cc.Int64Value)
		r = append(r, int(v))
	}
	return r
}

// componentAt are the elements named behind the dot or arrow at an offset, and where their name ends; nil if there are none.
func componentAt(text []byte, at int) (indexes []int, end int, arrow bool) {
	rest := text[min(at, len(text)):]
	operator := 1
	switch {
	case bytes.HasPrefix(rest, []byte("->")):
		operator, arrow = 2, true
	case !bytes.HasPrefix(rest, []byte(".")):
		return nil, 0, false
	}
	name := wordAt(text, at+operator)
	return componentIndexes(string(name.text)), name.end, arrow
}

// respellComponents notes the members that err is about; it reports whether there are new ones.
func (u *Unit) respellComponents(err error) bool {
	found := false
	for _, at := range u.placesOf(noStructure, err) {
		if indexes, _, _ := componentAt(u.Text, at); u.components[at] || indexes == nil {
			continue
		}
		if u.components == nil {
			u.components = map[int]bool{}
		}
		u.components[at], found = true, true
	}
	return found
}

// component respells the member that t, its dot or arrow, begins.
func (c *compat) component(t token) bool {
	if !c.components[t.start] {
		return false
	}
	indexes, end, arrow := componentAt(c.text, t.start)
	subscript := fmt.Sprint(indexes[0])
	if len(indexes) > 1 || indexes[0] < 0 {
		c.used[ComponentsWord] = true
		subscript = ComponentsWord
		for _, i := range indexes {
			subscript += fmt.Sprintf(",%d", i)
		}
	}
	pointer := ""
	if arrow {
		pointer = "[0]"
	}
	c.m.replace(c.text, t.start, end, pointer+"["+subscript+"]")
	c.off = end
	return true
}
