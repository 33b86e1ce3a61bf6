package region

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// moduleText is a golden file from its module on: lower's begin with the host's side.
func moduleText(t testing.TB, file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := string(data)
	if i := strings.Index("\n"+s, "\nmodule "); i >= 0 {
		return s[i:]
	}
	return ""
}

func goldens(t testing.TB) (files []string) {
	for _, pattern := range []string{"testdata/*.region", "../testdata/*.region"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	return files
}

// TestRoundTrip reads back what is printed.
func TestRoundTrip(t *testing.T) {
	for _, file := range goldens(t) {
		text := moduleText(t, file)
		if text == "" {
			continue
		}
		m, err := Parse(file, text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := m.String(); got != text {
			t.Errorf("%s: got\n%s", file, got)
		}
		for _, err := range Verify(m) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestPlaces reads places back, those of another file and of nested statements, too.
func TestPlaces(t *testing.T) {
	const text = `module "a.c"

func internal @f($p: ptr) i32 {
  local x: i32 declared 2:7
  at 3:1
  i32[&x] = 1
  at "b.h":4:5
  if (i32[&x] < 2) {
    at 5:3
    {
      i32[$p] = 2
    }
  }
  at 6:1
  out:
  at 7:3
  return ({
      at 7:9
      i32[&x] = 3
      => i32[&x]
    })
}
`
	m, err := Parse("x", text)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.TextWithPlaces(); got != text {
		t.Errorf("got\n%s", got)
	}
	if pos := m.Funcs[0].Body.Stmts[1].StmtPos(); pos != (Position{File: "b.h", Line: 4, Col: 5}) {
		t.Error(pos)
	}
	if strings.Contains(m.String(), "at ") {
		t.Error("String prints places")
	}
}

// TestSites reads the sites of all accesses back.
func TestSites(t *testing.T) {
	const text = `module "a.c"

func internal @f($p: ptr) i32 {
  i32[$p].site("*p" at 3:1 of "p" at 1:10) = i32[$p].align1.site("p[0]" at 3:6)
  i32[$p :0+5].site("p->b" at "b.h":4:1) = i32[$p :3+5].site("")
  copy struct s(16,8) [$p].site("a") = [$p].site("b" of "c" at 5:9)
  atomic.release i32[$p].site("*p" at 6:1) = atomic.acquire i32[$p].site("*p" at 6:9)
  atomic.add.relaxed($p, 1).site("*p" at 7:1)
  cmpxchg.weak.relaxed.relaxed($p, 1, 2).site("*p" at 8:1)
  return volatile i32[$p].site("\"q\"" at 9:1 of "" at 2:1)
}
`
	m, err := Parse("x", text)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.TextWithPlaces(); got != text {
		t.Errorf("got\n%s", got)
	}
	if s := m.Funcs[0].Body.Stmts[0].(*Store).Site; *s != (Site{Text: "*p", Pos: Position{File: "a.c", Line: 3, Col: 1},
		Base: "p", BasePos: Position{File: "a.c", Line: 1, Col: 10}}) {
		t.Error(s)
	}
	if strings.Contains(m.String(), "site") {
		t.Error("String prints sites")
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `x:1:1: error: expected module "file"`},
		{"module \"a\"\nkernel @k(\n) {\n  i32[&x] = 1\n}\n",
			"x:4:8: error: local x is not defined here\n  i32[&x] = 1\n       ^"},
		{"module \"a\"\nfunc internal @f() void {\n  %t = (1 + 2\n}\n", "x:4:1: error: expected \")\"\n}\n^"},
		{"module \"a\"\nfunc internal @f() void {\n", "no } closes this body"},
		{"module \"a\"\nfunc internal @f() void {\n goto l\n}", "x:3:7: error: label l is not in this function"},
		{"module \"a\"\nfunc internal @f() void {\n %a = 1\n %a = 2\n}", "x:4:2: error: %a is defined twice"},
		{"module \"a\"\nfunc internal @f() void {\n i32[null] = 1.0\n}", "expected a value of type i32, this is f64"},
		{"module \"a\"\nfunc internal @f() void {\n flush hard\n}", "expected a memory order: one of relaxed"},
		{"module \"a\"\nfunc internal @f() void {\n @g()\n}", "@g is not defined"},
		{"module \"a\"\nfunc internal @f() void\nfunc internal @f() void", "x:3:1: error: expected \"{\""},
	} {
		_, err := Parse("x", c.text)
		var e *SyntaxError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q", c.text, err, c.want)
		}
	}
}

// FuzzParse reads any text without a panic; what it reads prints and reads as the same.
func FuzzParse(f *testing.F) {
	for _, file := range goldens(f) {
		f.Add(moduleText(f, file))
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("fuzz", text)
		if err != nil {
			var e *SyntaxError
			if !errors.As(err, &e) {
				t.Fatal(err)
			}
			return
		}
		if Verify(m) != nil {
			return
		}
		once := m.String()
		again, err := Parse("again", once)
		if err != nil {
			t.Fatal(err)
		}
		if twice := again.String(); twice != once {
			t.Errorf("printed\n%s\nthen\n%s", once, twice)
		}
	})
}

func TestListing(t *testing.T) {
	const text = `module "a.c"

func internal @f($p: ptr) void {
  local x: i32 declared 2:7
  at 3:1
  i32[&x] = 1
  at "b.h":4:5
  if (i32[&x] < 2) {
    at 5:3
    i32[$p] = 2
  }
}

kernel @k(
    $y: mapped ptr to i32
) teams {
  at 9:3
  i32[$y] = 1
}
`
	m, err := Parse("x", text)
	if err != nil {
		t.Fatal(err)
	}
	l := m.Listing()
	if l.Text != m.String() {
		t.Errorf("the text differs from String's:\n%s", l.Text)
	}
	lines := strings.Split(l.Text, "\n")
	if len(lines) != len(l.Places) {
		t.Fatalf("%d lines, %d places", len(lines), len(l.Places))
	}
	want := map[string]Position{"  i32[&x] = 1": {"a.c", 3, 1}, "  if (i32[&x] < 2) {": {"b.h", 4, 5},
		"    i32[$p] = 2": {"a.c", 5, 3}, "  }": {"b.h", 4, 5}, "  i32[$y] = 1": {"a.c", 9, 3}}
	for i, line := range lines {
		if at, ok := want[line]; ok && l.Places[i] != at {
			t.Errorf("%s: got %v, want %v", line, l.Places[i], at)
		}
		delete(want, line)
	}
	if len(want) > 0 {
		t.Errorf("no lines for %v", want)
	}
	if k := l.Kernels["k"]; k[1]-k[0] != 6 || !strings.HasPrefix(lines[k[0]], "; ") || lines[k[1]-1] != "}" {
		t.Errorf("kernel at %v", k)
	}
}
