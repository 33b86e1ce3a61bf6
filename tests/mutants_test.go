package tests

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var mutants = flag.Int("mutants", 24, "how many programs TestMutants changes")

// TestMutants changes tokens, clauses and directives of right cases at random, and compiles the result. Right or
// wrong, it must not end the compiler or the host compiler with an internal error. Nor may the host compiler reject
// text that it accepts without ompcc.
func TestMutants(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	random := rand.New(rand.NewPCG(20, uint64(*mutants)))
	right := slices.DeleteFunc(cases(t), func(c *testCase) bool { return c.has(".err") || c.host != "" })
	for range *mutants {
		c := right[random.IntN(len(right))]
		src, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		text := mutate(random, string(src))
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "x.c")
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"-w", "-c", "-I", filepath.Dir(c.path), "-o", os.DevNull, file}, c.flags...)
			r := run(t, ".", c.compilerEnv(), cc, args...)
			if m := hostCrash.FindString(r.stderr); m != "" || r.exit > 1 ||
				r.exit == 1 && !strings.Contains(r.stderr, "error: ") {
				t.Errorf("exit %d %s\n%s\nof:\n%s", r.exit, m, r.stderr, text)
			}
			foreign := slices.DeleteFunc(strings.Split(r.stderr, "\n"), func(l string) bool {
				return !errorPlace.MatchString(l) || headline.MatchString(strings.TrimSpace(l))
			})
			if len(foreign) == 0 {
				return
			}
			host := os.Getenv("OMPCC_CC")
			if host == "" {
				host = "clang-22"
			}
			if plain := run(t, ".", nil, host,
				append([]string{"-fopenmp", "-fsyntax-only"}, args[:4]...)...); plain.exit == 0 {
				t.Errorf("%s alone compiles it, but says of what ompcc makes of it:\n%s\nof:\n%s", host,
					strings.Join(foreign, "\n"), text)
			}
		})
	}
}

var (
	pragmaLine = regexp.MustCompile(`(?m)^[ \t]*#pragma omp .*$`)
	mutantWord = regexp.MustCompile(`"(?:\\.|[^"\\])*"|\w+|\S`)
)

// mutantClauses and mutantDirectives are what mutate adds.
var (
	mutantClauses = []string{"nowait", "private(x)", "collapse(2)", "reduction(+: x)", "if(0)", "num_threads(2)",
		"map(tofrom: x)", "depend(inout: x)", "device(0)", "ordered",
		"schedule(static, 2)", "order(concurrent)", "default(none)", "linear(i)", "lastprivate(x)", "allocate(x)", "untied", "grainsize(2)", "in_reduction(+: x)", "defaultmap(none)"}
	mutantDirectives = []string{"parallel", "for", "target", "teams", "simd", "task", "single", "critical", "barrier",
		"atomic", "sections", "section", "masked", "loop", "distribute",
		"target teams distribute parallel for simd", "tile sizes(2)", "unroll partial(2)", "scan inclusive(x)", "ordered", "taskwait", "cancel for", "scope", "dispatch", "fuse"}
)

// mutate changes one directive of a program, or adds one.
func mutate(random *rand.Rand, text string) string {
	lines := pragmaLine.FindAllStringIndex(text, -1)
	if len(lines) == 0 {
		return text
	}
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	at := lines[random.IntN(len(lines))]
	line := text[at[0]:at[1]]
	words := mutantWord.FindAllString(strings.TrimPrefix(strings.TrimSpace(line), "#pragma omp"), -1)
	i, j := random.IntN(len(words)), random.IntN(len(words))
	switch random.IntN(8) {
	case 0:
		words = slices.Delete(words, i, i+1)
	case 1:
		words = slices.Insert(words, i, words[i])
	case 2:
		words[i], words[j] = words[j], words[i]
	case 3:
		words[i] = pick([]string{"(", ")", ":", ",", "0", "-1", "[", words[j]})
	case 4:
		words = append(words, pick(mutantClauses))
	case 5:
		return text[:at[0]] + "#pragma omp " + pick(mutantDirectives) + "\n" + text[at[0]:]
	case 6:
		return text[:at[0]] + text[at[1]:]
	default: // what stands behind the directive
		rest := text[at[1]:]
		if k := mutantWord.FindStringIndex(rest); k != nil {
			rest = rest[:k[0]] + pick([]string{"", rest[k[0]:k[1]] + " " + rest[k[0]:k[1]], "{", "}",
				";"}) + rest[k[1]:]
		}
		return text[:at[1]] + rest
	}
	return text[:at[0]] + "#pragma omp " + strings.Join(words, " ") + text[at[1]:]
}
