package diag

import (
	"strings"
	"testing"
)

// TestStructured takes apart what gcc, clang and the linker print.
func TestStructured(t *testing.T) {
	const text = `a.c: In function 'f':
a.c:3:7: warning: unused variable 'x' [-Wunused-variable]
    3 |   int x;
      |       ^
In file included from b.c:1:
b.h:2:1: error: unknown type name 'y'
    2 | y z;
      | ^
a.c:9:2: note: here
a.c:12:9: remark: vectorized loop [-Rpass=loop-vectorize]
clang: error: linker command failed with exit code 1
/usr/bin/ld: a.o: in function ` + "`main':" + `
a.c:(.text+0x5): undefined reference to ` + "`g'" + `
2 warnings and 1 error generated.
`
	const want = `3:7+0: warning: unused variable 'x' [unused-variable]
2:1+0: error: unknown type name 'y' [host]
  note 9:2: here
12:9+0: remark: vectorized loop [-Rpass=loop-vectorize]
0:0+0: error: linker command failed with exit code 1 [host]
0:0+0: error: a.c:(.text+0x5): undefined reference to ` + "`g'" + ` [host]
`
	if got := Structured(text, Error).Golden(Note); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPrintSARIF: places count characters, notes become related places, and edits become fixes.
func TestPrintSARIF(t *testing.T) {
	l := &List{}
	l.Errorf(Span{Pos{"a.c", 3, 9}, 6}, UnknownDirective, "unknown directive '%s'", "tarGet").
		WithSection("5.2 §13.8").Suggest("target").WithNote(Span{Pos{"b.c", 1, 2}, 0}, "see <here>")
	l.Warnf(Span{}, Code{"omp-x"}, "odd")
	var b strings.Builder
	(&Printer{W: &b, Format: SARIF, Version: "1", Line: func(string, int) (string, bool) { return "/* é */ tarGet", true }}).Print(l)
	const want = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"ompcc","version":"1",` +
		`"rules":[{"id":"unknown-directive"},{"id":"omp-x"}]}},"columnKind":"unicodeCodePoints","results":[` +
		`{"ruleId":"unknown-directive","ruleIndex":0,"level":"error","message":{"text":"unknown directive 'tarGet' (OpenMP 5.2 §13.8); help: did you mean 'target'?"},` +
		`"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.c"},"region":{"startLine":3,"startColumn":8,"endColumn":14,"snippet":{"text":"/* é */ tarGet"}}}}],` +
		`"relatedLocations":[{"id":0,"physicalLocation":{"artifactLocation":{"uri":"b.c"},"region":{"startLine":1,"startColumn":2,"endColumn":3,"snippet":{"text":"/* é */ tarGet"}}},"message":{"text":"see <here>"}}],` +
		`"fixes":[{"description":{"text":"did you mean 'target'?"},"artifactChanges":[{"artifactLocation":{"uri":"a.c"},"replacements":[{"deletedRegion":{"startLine":3,"startColumn":8,"endColumn":14},"insertedContent":{"text":"target"}}]}]}]},` +
		`{"ruleId":"omp-x","ruleIndex":1,"level":"warning","message":{"text":"odd"}}]}]}` + "\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
