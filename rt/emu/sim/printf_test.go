package sim

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPrintf prints many values with many conversions as the host's C library does.
func TestPrintf(t *testing.T) {
	flags := []string{"", "-", "0", "+", " ", "#", "-+", "+0", " #", "#0"}
	widths := []string{"", "9", ".0", "12.4"}
	integers := []uint64{0, 1, 42, 255, 0x80, 0xffff, 1 << 31, math.MaxUint64, 1 << 63, 0x8000000000000401}
	floats := []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, 123456, 1e6, 1e5, 99999.95, 1e-4, 0.00001234, 1e100,
		-2.5, 2.5, math.MaxFloat64,
		math.Inf(1), math.Inf(-1), math.NaN(), 3.999999999, 1 << 60}
	var program strings.Builder
	var got []string
	add := func(call string, text string) {
		fmt.Fprintf(&program, "\tprintf(%s); puts(\"|\");\n", call)
		got = append(got, text)
	}
	for _, fl := range flags {
		for _, wi := range widths {
			for i, v := range integers {
				verb := "diuxXo"[i%6]
				for _, size := range []struct {
					name string
					n    uint64
				}{{"hh", 1}, {"h", 2}, {"", 4}, {"l", 8}} {
					spec := fl + wi
					if verb != 'x' && verb != 'X' && verb != 'o' && strings.Contains(fl, "#") {
						continue // undefined
					}
					arg := "(int)0x" + strconv.FormatUint(v, 16) + "UL"
					if size.n == 8 {
						arg = arg[5:]
					}
					add(fmt.Sprintf("%q, %s", "%"+spec+size.name+string(verb), arg),
						conversion{spec, size.n, verb}.integer(v))
				}
			}
			for _, v := range floats {
				for _, verb := range []byte("efgaFG") {
					if verb|0x20 == 'a' && strings.Contains(wi, ".") {
						continue // there are several right ways to round
					}
					arg := fmt.Sprintf("%x", v)
					switch {
					case math.IsInf(v, 0):
						arg = strings.Replace(fmt.Sprint(v), "Inf", "__builtin_inf()", 1)
					case math.IsNaN(v):
						arg = "__builtin_nan(\"\")"
					}
					add(fmt.Sprintf("%q, %s", "%"+fl+wi+string(verb), arg), conversion{fl + wi, 4, verb}.float(v))
				}
			}
			if strings.ContainsAny(fl, "0+# ") {
				continue // undefined
			}
			for _, text := range []string{"", "x", "héllo"} {
				c := conversion{fl + wi, 4, 's'}
				_, most := c.width()
				add(fmt.Sprintf("%q, %q", "%"+fl+wi+"s", text), c.padded(text[:min(len(text), most)]))
			}
		}
	}
	want := compiled(t, program.String())
	if len(want) != len(got) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	calls := strings.Split(program.String(), "\n")
	bad := 0
	for i, w := range want {
		if got[i]+"|" != w {
			if bad++; bad <= 20 {
				t.Errorf("%s: %q, want %q", calls[i], got[i], strings.TrimSuffix(w, "|"))
			}
		}
	}
	t.Logf("%d of %d differ", bad, len(want))
}

// compiled is what a C program prints, by line.
func compiled(t *testing.T, body string) []string {
	t.Helper()
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "a.c"), filepath.Join(dir, "a.out")
	if err := os.WriteFile(source, []byte("#include <stdio.h>\nint main(void)\n{\n"+body+"\treturn 0;\n}\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-o", exe, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}
