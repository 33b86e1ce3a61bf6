package parse

import (
	"strings"
	"testing"

	"ompcc/parse/diag"
)

// testMark marks block directives by name, with one argument: what map(…) or if(…) holds.
func testMark(p *Pragma) *Mark {
	form := MarkAlone
	for _, w := range []string{"target ", "parallel", "for", "task", "single", "simd", "target", "teams", "loop", "critical", "master", "tile", "interop"} {
		if strings.HasPrefix(p.Text+" ", w+" ") && !strings.HasPrefix(p.Text, "target update") && !strings.HasPrefix(p.Text, "target enter") {
			form = MarkBlock
		}
	}
	m := &Mark{Form: form}
	if i := strings.Index(p.Text, "if("); i >= 0 {
		m.Args = append(m.Args, MarkArg{Text: p.Text[i+3 : i+strings.Index(p.Text[i:], ")")], Off: i + 3})
	}
	return m
}

func mustTranslate(t *testing.T, src, cc string) *Unit {
	t.Helper()
	u, diags := FromString("t.c", src, cc)
	if u == nil {
		t.Fatalf("preprocess: %v", messages(diags))
	}
	if err := u.Translate(testMark, diags); err != nil {
		t.Fatalf("translate: %v %v\n%s", err, messages(diags), u.marked.text)
	}
	return u
}

func messages(l *diag.List) []string {
	var out []string
	for _, d := range l.All {
		out = append(out, d.Span.String()+": "+d.Message)
	}
	return out
}

var hostCCs = []string{"gcc", "clang-19"}

const everything = `#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <complex.h>
#include <stdint.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <time.h>
#include <limits.h>
#include <float.h>
#include <assert.h>
#include <errno.h>
#include <unistd.h>
#include <pthread.h>
#include <sys/time.h>
#define N 100
#define PRAG(x) _Pragma(#x)
static double sum(int n, ...) { va_list ap; va_start(ap, n); double s = 0; while (n--) s += va_arg(ap, double); va_end(ap); return s; }
int f(int a[static 3], int n, double m[n][*]);
int f(int a[static 3], int n, double m[n][n]) { return a[0] + (int)m[0][0] + (int)sizeof(typeof(n)); }
int main(void) {
  double s = 0; int a[N]; float x = 1.5f;
  _Float16 h = 1; __int128 big = 1; atomic_int at = 0;
#pragma omp target teams distribute parallel for if(N > 3 && x > 1) \
    map(tofrom: a[0:N])
  for (int i = 0; i < N; i++) a[i] = i;
  PRAG(omp target if(s==0)) { s += 1; } PRAG(omp parallel) PRAG(omp single)
  s = 3;
  if (s > 2)
#pragma omp parallel for
    for (int i = 0; i < 3; i++) a[i] += isnan(s) + (int)fmin(x, 2.0) + __builtin_popcount(3) + u'x' + (int)big + (int)h;
  else
#pragma omp barrier
  ;
  atomic_fetch_add(&at, 1);
  uint64_t q = __builtin_bswap64(3);
  double complex z = 1 + 2 * I; (void)z; (void)q;
  assert(s > 0);
  printf("%g %s\n" "x", s + creal(z), __func__);
  return (int)sum(2, 1.0, 2.0) + f(a, 1, (double[1][1]){{1}});
}
`

func TestTranslateHeaders(t *testing.T) {
	for _, cc := range hostCCs {
		u := mustTranslate(t, everything, cc)
		var texts []string
		for _, p := range u.Pragmas {
			texts = append(texts, p.Text)
		}
		got := strings.Join(texts, "\n")
		for _, want := range []string{"if(100 > 3 && x > 1)", "target if(s==0)", "single", "parallel for", "barrier"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no pragma %q in\n%s", cc, want, got)
			}
		}
		if n := len(u.Pragmas); n != 6 {
			t.Errorf("%s: %d pragmas, want 6:\n%s", cc, n, got)
		}
	}
}
