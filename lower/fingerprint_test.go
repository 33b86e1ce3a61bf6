// The construct tree is complete before lowering, which only reads it.

package lower_test

import (
	"fmt"
	"reflect"
	"strings"

	"ompcc/pragma/tree"
)

// fingerprint is the text of all that t's constructs consist of. What other packages own is its address.
func fingerprint(t *tree.Tree) string {
	w := &fingerprinter{seen: map[any]int{}}
	w.value(reflect.ValueOf(t.All))
	w.value(reflect.ValueOf(t.Braces))
	fmt.Fprintln(&w.text, len(t.ByLoop), len(t.ByCall))
	return w.text.String()
}

type fingerprinter struct {
	text strings.Builder
	seen map[any]int // by address
}

func (w *fingerprinter) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		w.pointer(v)
	case reflect.Slice:
		fmt.Fprintf(&w.text, "[%d\n", v.Len())
		for i := range v.Len() {
			w.value(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.text.WriteString(v.Type().Field(i).Name + " ")
			w.value(v.Field(i))
		}
	case reflect.Interface:
		if v.IsNil() {
			w.text.WriteString("nil\n")
			return
		}
		fmt.Fprintf(&w.text, "%v %#x\n", v.Elem().Type(), v.Elem().Pointer())
	case reflect.Func:
	default:
		fmt.Fprintf(&w.text, "%v\n", v)
	}
}

// pointer follows pointers to the tree's own types, once.
func (w *fingerprinter) pointer(v reflect.Value) {
	own := strings.HasSuffix(v.Type().Elem().PkgPath(), "pragma/tree")
	n, seen := 0, false
	if own && !v.IsNil() {
		key := struct {
			reflect.Type
			address uintptr
		}{v.Type(), v.Pointer()}
		if n, seen = w.seen[key]; !seen {
			w.seen[key] = len(w.seen)
			w.value(v.Elem())
			return
		}
	}
	fmt.Fprintf(&w.text, "%#x %d\n", v.Pointer(), n)
}
