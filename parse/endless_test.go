package parse

import "testing"

func TestMemberlessArrays(t *testing.T) {
	for text, name := range map[string]string{
		"struct E {}; struct E a[] = {1};":                                          "a",
		"union U { int : 3; }; const union U b[2][2] = {1};":                        "b",
		"typedef struct T T; T c[] = {1};":                                          "c",
		"static struct undefined d[] = {99, 1};":                                    "d",
		"typedef struct __attribute__((packed)) {} *P, E; struct {} e[1] = {{},1};": "e",
		"struct H h[] = {[0 ... 9] = {1, 2}, [1].a = {3}, 99};":                     "h",
		"struct I i[2][2] = {{{1}, {2}}, [1] = {{1}, 2}};":                          "i",
		"struct J j[2][2] = {{{1}, {2}}, [1] = {{1, {2}}}, {}};":                    "",
		"struct {} f[1] = {5, {}};":                                                 "f",
		"int g[][0] = {1};":                                                         "[",
		"struct L; struct L { int q; }; struct L x[] = {1, 2};":                     "",
		"typedef struct { struct { int a; }; } A; A y[] = {1};":                     "",
		"struct E {} z[2] = {{}, {}}; int m[2][2] = {1, 2}; int n[0] = {};":         "",
		"struct Q; struct Q *p[] = {0}; struct Q *q = (struct Q *)0;":               "",
		"struct Q { int a[2]; } r[] = {[0] = {1}}; int s[(1 ? 2 : 0)] = {1};":       "",
	} {
		u := NewUnit("t.c", []byte(text))
		got := ""
		if at, ok := u.memberlessArray(); ok {
			got = text[at.start:at.end]
		}
		if got != name {
			t.Errorf("%s: %q, want %q", text, got, name)
		}
	}
}
