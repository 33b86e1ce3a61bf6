package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The page of -fopenmp-report as the compiler makes it. How it looks and works is tested in cmd/ompcc/page.

// reportSource has a device function, a good region and a bad one.
const reportSource = `#include <stdio.h>
#pragma omp begin declare target
static double twice(double v) { return v * 2; }
#pragma omp end declare target
int main(void) {
  static double x[1000], y[1000];
  double sum = 0;
  #pragma omp target teams distribute parallel for map(to: x) map(tofrom: y) reduction(+: sum)
  for (int i = 0; i < 1000; i++)
    sum += y[i] += twice(x[i]);
  #pragma omp target
  for (int i = 0; i < 1000; i++)
    y[i] = x[i] + y[i];
  printf("%f\n", sum);
}
`

// reportPage is the page's data, as far as the tests read it.
type reportPage struct {
	Sources []struct {
		Name    string
		Regions []struct {
			Name, Kernel string
			At, End      int
			Data         []struct{ Variable, How, Origin, Rule string }
			Facts        []struct{ Target, Name, Value string }
			Remarks      []struct{ ID string }
		}
		Host    *reportPane
		Targets []struct {
			Name  string
			Panes []*reportPane
		}
	}
	Messages []struct{ Severity, Text, Place string }
}

type reportPane struct {
	ID, Name, Problem string
	Lines             []string
	At                []int
	Pieces            [][3]int
}

var (
	reportData  = regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`)
	colourMarks = regexp.MustCompile(`[\x{E000}-\x{E00F}]`)
)

func readReport(t *testing.T, html string) *reportPage {
	t.Helper()
	m := reportData.FindStringSubmatch(html)
	p := &reportPage{}
	if m == nil {
		t.Fatal("the page has no data")
	}
	if err := json.Unmarshal([]byte(m[1]), p); err != nil {
		t.Fatal(err)
	}
	return p
}

func readReportFile(t *testing.T, path string) *reportPage {
	t.Helper()
	html, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return readReport(t, string(html))
}

// reportFolder has the source in a folder of its own.
func reportFolder(t *testing.T) string {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "app.c"), []byte(reportSource), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestReportCode: the assembly that the page shows, with places, is that of the program, at each level. Lines belong to
// their lines of the source in every pane.
func TestReportCode(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, level := range []string{"-O0", "-O2"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			dir := reportFolder(t)
			r := run(t, dir, nil, cc, level, "-w", "-fopenmp-targets=nvptx,amdgcn,cpu", "app.c",
				"--offload-device-only", "-S", "-fopenmp-report=page.html")
			if r.exit != 0 {
				t.Fatal(r.stderr)
			}
			s := readReportFile(t, filepath.Join(dir, "page.html")).Sources[0]
			files, err := filepath.Glob(filepath.Join(dir, "app.*.*"))
			if err != nil || len(files) != 3 || len(s.Targets) != 3 {
				t.Fatalf("%d files, %d targets", len(files), len(s.Targets))
			}
			for _, target := range s.Targets {
				pane := target.Panes[3]
				_, arch, _ := strings.Cut(target.Name, " ")
				i := slices.IndexFunc(files, func(f string) bool { return strings.Contains(filepath.Base(f), "."+arch+".") })
				if i < 0 {
					t.Fatalf("no file for %s among %v", target.Name, files)
				}
				text, err := os.ReadFile(files[i])
				if err != nil {
					t.Fatal(err)
				}
				if got, want := codeLines(pane.Lines),
					codeLines(strings.Split(string(text), "\n")); !slices.Equal(got, want) {
					t.Errorf("%s: the page has other code than %s", target.Name, filepath.Base(files[i]))
				}
				if optimised := target.Panes[2]; level == "-O2" && (len(optimised.Lines) == 0 ||
					slices.ContainsFunc(optimised.Lines, func(l string) bool { return strings.Contains(l, "alloca double") })) {
					t.Errorf("%s: the optimised IR is not optimised", target.Name)
				}
				for _, p := range target.Panes {
					for _, line := range []int{10, 13} { // the loops' bodies
						if !slices.Contains(p.At, line) {
							t.Errorf("%s: no line of %s belongs to line %d", target.Name, p.Name, line)
						}
					}
					if len(p.Pieces) < 2 {
						t.Errorf("%s: %s has %v of the kernels", target.Name, p.Name, p.Pieces)
					}
				}
			}
		})
	}
}

// codeLines are the lines of assembly without white space, marks of colours and what is debug information.
func codeLines(lines []string) (code []string) {
	for _, l := range lines {
		l = strings.Join(strings.Fields(colourMarks.ReplaceAllString(l, "")), " ")
		if l != "" && !strings.HasPrefix(l, ".cfi_") && !strings.HasPrefix(l, "$L__func_end") {
			code = append(code, l)
		}
	}
	return code
}

// TestReportCommands: the page is made by each way to compile, with both host compilers, and changes nothing.
func TestReportCommands(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, host := range []string{"", "gcc"} {
		t.Run("host "+host, func(t *testing.T) {
			t.Parallel()
			dir := reportFolder(t)
			env := []string{"OMPCC_CC=" + host}
			compile := func(args ...string) {
				t.Helper()
				if host == "gcc" {
					args = append(args, "-frandom-seed=1") // else no two of gcc's objects are equal
				}
				if r := run(t, dir, env, cc,
					append([]string{"-O2", "-w", "-fopenmp-targets=nvptx"}, args...)...); r.exit != 0 {
					t.Fatalf("%v: %s", args, r.stderr)
				}
			}
			part := "#pragma omp declare target\nint one(void) { return 1; }\n#pragma omp end declare target\nvoid part(int *p) {\n  #pragma omp target map(from: *p)\n  *p = one();\n}\n"
			if err := os.WriteFile(filepath.Join(dir, "part.c"), []byte(part), 0o666); err != nil {
				t.Fatal(err)
			}
			compile("-c", "app.c", "-o", "plain.o")
			compile("-c", "app.c", "-o", "shown.o", "-fopenmp-report")
			plain, _ := os.ReadFile(filepath.Join(dir, "plain.o"))
			shown, _ := os.ReadFile(filepath.Join(dir, "shown.o"))
			if len(plain) == 0 || string(plain) != string(shown) {
				t.Error("-fopenmp-report changes the object")
			}
			p := readReportFile(t, filepath.Join(dir, "shown.html"))
			if s := p.Sources[0]; len(s.Regions) != 2 || s.Regions[0].At != 8 || s.Regions[0].End != 10 ||
				s.Host == nil || !slices.Contains(s.Host.At, 10) {
				t.Errorf("got %+v", s.Regions)
			}
			// The objects of other commands are on a program's page, too.
			compile("-c", "-g", "part.c")
			compile("app.c", "part.o", "-o", "app", "-fopenmp-report=all.html")
			p = readReportFile(t, filepath.Join(dir, "all.html"))
			if len(p.Sources) != 2 || p.Sources[0].Name != "app.c" || p.Sources[1].Name != "part.c" {
				t.Fatalf("got %d sources", len(p.Sources))
			}
			if s := p.Sources[1]; len(s.Regions) != 1 || s.Regions[0].At != 5 ||
				!slices.Contains(s.Targets[0].Panes[3].At, 6) {
				t.Errorf("got %+v", s.Regions)
			}
			compile("-fsyntax-only", "app.c", "part.c", "-fopenmp-report=two.html")
			if p = readReportFile(t, filepath.Join(dir, "two.html")); len(p.Sources) != 2 {
				t.Errorf("got %d sources", len(p.Sources))
			}
		})
	}
}

// TestReportContents: the page has what the compiler decided, and no page is left by a command that fails.
func TestReportContents(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	dir := reportFolder(t)
	if r := run(t, dir, nil, cc, "-O2", "-fopenmp-targets=nvptx", "-fsyntax-only", "app.c",
		"-fopenmp-report=-"); r.exit != 0 || !strings.Contains(r.stderr, "omp-serial-target") ||
		strings.Contains(r.stderr, "remark") {
		t.Errorf("%s", r.stderr)
	} else {
		p := readReport(t, r.stdout)
		if len(p.Messages) != 1 || p.Messages[0].Severity != "warning" || p.Messages[0].Place != "app.c:12:3" {
			t.Errorf("messages %+v", p.Messages)
		}
		region := p.Sources[0].Regions[0]
		items := map[string]string{}
		for _, d := range region.Data {
			items[d.Variable] = strings.Join([]string{d.How, d.Origin, d.Rule}, ", ")
		}
		for variable, want := range map[string]string{"x": "map(to), explicit, 5.2 §5.8.3",
			"y": "map(tofrom), explicit, 5.2 §5.8.3", "sum": "map(tofrom), reduction clause, 5.2 §5.8.1"} {
			if items[variable] != want {
				t.Errorf("%s: got %q, want %q", variable, items[variable], want)
			}
		}
		if !slices.ContainsFunc(region.Facts, func(f struct{ Target, Name, Value string }) bool {
			return strings.HasPrefix(f.Target, "nvptx ") && f.Name == "Instructions"
		}) {
			t.Errorf("facts %+v", region.Facts)
		}
	}
	wrong := strings.Replace(reportSource, "sum += y", "sum += z", 1)
	if err := os.WriteFile(filepath.Join(dir, "wrong.c"), []byte(wrong), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, cc, "-c", "wrong.c", "-fopenmp-report=wrong.html"); r.exit == 0 {
		t.Error("no error")
	}
	if _, err := os.Stat(filepath.Join(dir, "wrong.html")); err == nil {
		t.Error("a command that failed left a page")
	}
	if r := run(t, dir, nil, cc, "-c", "app.c", "-w", "-fopenmp-report=no/such/folder.html"); r.exit == 0 ||
		!strings.Contains(r.stderr, "cannot write 'no/such/folder.html'") {
		t.Errorf("%s", r.stderr)
	}
}
