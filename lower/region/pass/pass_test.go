package pass

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/lower/region"
)

var update = flag.Bool("update", false, "write the expected files")

// TestPasses runs on testdata/X.region the pass that its first line names, "; pass: NAME FACT…", and compares
// the result with X.want. Facts are "maps-alias", "shares-memory" and "anywhere".
func TestPasses(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.region")
	tested := map[string]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".region"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			header, text, _ := strings.Cut(string(data), "\n")
			words := strings.Fields(strings.TrimPrefix(header, "; pass:"))
			m, err := region.Parse(file, text)
			if err != nil {
				t.Fatal(err)
			}
			p := passNamed(words[0])
			if p == nil {
				t.Fatalf("no pass is called %s", words[0])
			}
			tested[p.Name] = true
			p.run(m, factsOf(t, m, words[1:]))
			for _, err := range region.Verify(m) {
				t.Error(err)
			}
			compare(t, strings.TrimSuffix(file, ".region")+".want", m.String())
		})
	}
	for _, p := range All {
		if !tested[p.Name] {
			t.Errorf("pass %s has no test in testdata", p.Name)
		}
	}
}

func passNamed(name string) *Pass {
	for i := range All {
		if All[i].Name == name {
			return &All[i]
		}
	}
	return nil
}

func factsOf(t *testing.T, m *region.Module, words []string) *Facts {
	f := &Facts{Anywhere: map[*region.Kernel]bool{}}
	for _, w := range words {
		switch w {
		case "maps-alias":
			f.MapsAlias = true
		case "shares-memory":
			f.SharesMemory = true
		case "anywhere":
			for _, k := range m.Kernels {
				f.Anywhere[k] = true
			}
		default:
			t.Fatalf("%s is no fact", w)
		}
	}
	return f
}

func compare(t *testing.T, file, got string) {
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s", file, got)
	}
}
