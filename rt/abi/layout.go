package abi

import (
	"strconv"
	"strings"
)

// Field is a member of a structure of the interface.
type Field struct {
	// Name is the member's name in C, Type its type without array bounds: "unsigned", "const char *".
	Name, Type string
	// Bounds are the numbers of elements of an array, outermost first.
	Bounds []int
	// Offset is where the member begins, in bytes.
	Offset int
}

// Struct is the layout of a structure of the interface, as C compilers lay it out on 64-bit hosts.
type Struct struct {
	Name   string
	Fields []Field
	// Size is in bytes.
	Size int
}

// Field is the member called name; it panics where there is none.
func (s *Struct) Field(name string) Field {
	for _, f := range s.Fields {
		if f.Name == name {
			return f
		}
	}
	panic("no member " + name + " in " + s.Name)
}

// Layout is the layout of every structure that decls define: texts such as HostDecls, of which each may
// name structures of those before it. It panics on a text that it cannot read.
func Layout(decls ...string) map[string]*Struct {
	l := layouts{}
	for _, text := range decls {
		text = withoutComments(text)
		for {
			_, rest, found := strings.Cut(text, "typedef struct ")
			if !found {
				break
			}
			open, semicolon := strings.IndexByte(rest, '{'), strings.IndexByte(rest, ';')
			if open < 0 || semicolon < open { // a name for a structure that is defined elsewhere
				text = rest
				continue
			}
			body, rest, _ := strings.Cut(rest[open+1:], "}")
			name, rest, _ := strings.Cut(rest, ";")
			l.add(strings.TrimSpace(name), body)
			text = rest
		}
	}
	return l
}

type layouts map[string]*Struct

func (l layouts) add(name, body string) {
	s := &Struct{Name: name}
	align := 1
	for _, decl := range strings.Split(body, ";") {
		if decl = strings.TrimSpace(decl); decl == "" {
			continue
		}
		for _, f := range members(decl) {
			size, a := l.sizeOf(f.Type)
			for _, n := range f.Bounds {
				size *= n
			}
			f.Offset = (s.Size + a - 1) / a * a
			s.Size, align = f.Offset+size, max(align, a)
			s.Fields = append(s.Fields, f)
		}
	}
	s.Size = (s.Size + align - 1) / align * align
	l[name] = s
}

// sizeOf are size and alignment of a type in bytes.
func (l layouts) sizeOf(t string) (size, align int) {
	switch {
	case strings.HasSuffix(t, "*"), t == "long", t == "unsigned long":
		return 8, 8
	case t == "int", t == "unsigned":
		return 4, 4
	case t == "unsigned char":
		return 1, 1
	}
	if s := l[t]; s != nil {
		align = 1
		for _, f := range s.Fields {
			_, a := l.sizeOf(f.Type)
			align = max(align, a)
		}
		return s.Size, align
	}
	panic("the layout of the interface does not know the type " + t)
}

// members are the members that one declaration declares, without offsets.
func members(decl string) []Field {
	if before, after, ok := strings.Cut(decl, "(*"); ok {
		name, _, _ := strings.Cut(after, ")")
		return []Field{{Name: name, Type: strings.TrimSpace(before) + " (*)(…) *"}}
	}
	var list []Field
	base := ""
	for i, d := range strings.Split(decl, ",") {
		d = strings.TrimSpace(d)
		d, bounds := cutBounds(d)
		at := strings.LastIndexAny(d, " *") + 1
		t := strings.TrimSpace(d[:at])
		if i == 0 {
			base = strings.TrimSpace(strings.TrimRight(t, "* "))
		}
		stars := strings.Repeat("*", strings.Count(t, "*"))
		if stars != "" {
			stars = " " + stars
		}
		list = append(list, Field{Name: d[at:], Type: base + stars, Bounds: bounds})
	}
	return list
}

// cutBounds splits "dim[7][3]".
func cutBounds(d string) (rest string, bounds []int) {
	rest, after, _ := strings.Cut(d, "[")
	for _, b := range strings.Split(after, "[") {
		number, _, _ := strings.Cut(b, "]")
		if n, err := strconv.Atoi(number); err == nil {
			bounds = append(bounds, n)
		}
	}
	return rest, bounds
}

func withoutComments(text string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "/*")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, text, _ = strings.Cut(after, "*/")
	}
}
