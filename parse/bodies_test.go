package parse

import (
	"strings"
	"testing"

	"ompcc/parse/diag"
)

// TestOmitBodies: the bodies that say "gone" are not parsed, the others are.
func TestOmitBodies(t *testing.T) {
	const text = `
struct __attribute__((packed)) { int kept_member; } s;
int *table = (int[]){1, 2}, kept(int);
int gone1(int x) { return "gone", x; }
static int callee(int x) { return "kept", x; }
int (*kept_form(void))(int) { return "kept", gone1; }
int old_style(a) int a; { return "kept", a; }
void other(void) { if (1) { callee("gone"); } }
void works(int n) {
  #pragma omp parallel for
  for (int i = 0; i < n; i++) callee("kept");
}
void calls(void) { works("kept"); }
void calls_caller(void) { calls("kept"); }
int routine(void) { return "kept", omp_get_max_threads(); }
void packs(void) {
  #pragma pack(1)
  "kept";
}
void brace(void) { "gone {"; '{'; }
`
	u := NewUnit("t.c", []byte(text))
	u.OmitBodies()
	marked := markedOf(u)
	if n := strings.Count(text, "kept") - strings.Count(marked, "kept"); n != 0 {
		t.Errorf("%d places that should be kept are missing:\n%s", n, marked)
	}
	if strings.Contains(marked, `"gone`) {
		t.Errorf("places should be gone:\n%s", marked)
	}
	if got, want := strings.Count(marked, "\n"), strings.Count(text, "\n"); got != want {
		t.Errorf("%d lines, want %d", got, want)
	}

	u = NewUnit("t.c", []byte("int x;\n#pragma omp threadprivate(x)\nint f(void) { return \"kept\", x; }\n"))
	u.OmitBodies()
	if marked := markedOf(u); !strings.Contains(marked, "kept") {
		t.Errorf("a directive at file scope may concern each body:\n%s", marked)
	}
}

func markedOf(u *Unit) string {
	u.buildMarked(make([]*Mark, len(u.Pragmas)))
	return string(u.marked.text)
}

// TestOmittedBodiesErrors: an error in C stays in a function that is kept, and the places of what is
// behind an omitted body do, too.
func TestOmittedBodiesErrors(t *testing.T) {
	u := NewUnit("t.c", []byte("int f(void) {\n  return 1;\n}\nvoid g(void) {\n  #pragma omp barrier\n  unknown = 1;\n}\n"))
	u.OmitBodies()
	diags := &diag.List{}
	u.Translate(func(p *Pragma) *Mark { return &Mark{Form: MarkAlone} }, diags)
	if len(diags.All) != 1 || diags.All[0].Span.Line != 6 {
		t.Errorf("got %v, want one error in line 6", diags.All)
	}
}
