package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestHelpsFollowed does to the cases with diagnostics what the helps say, as testdata/helps.txt has it: fewer messages
// have the code then, and no error is new. Each help of the compiler's source is followed that way. The programs of
// cases helped_* are right: their results stay.
func TestHelpsFollowed(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	byName := map[string]*testCase{}
	for _, c := range cases(t) {
		byName[c.name()] = c
	}
	helps, formats := helpsFollowed(t), helpFormats(t)
	t.Run("paragraphs", func(t *testing.T) {
		for _, h := range helps {
			t.Run(h.code+"/"+h.name, func(t *testing.T) {
				t.Parallel()
				c := byName["diagnostics/"+h.name]
				if c == nil {
					t.Fatalf("line %d of helps.txt: there is no case %s", h.at, h.name)
				}
				h.follow(t, cc, c)
			})
		}
	})
	if slices.ContainsFunc(helps, func(h *followedHelp) bool { return h.gone == nil }) {
		return // a paragraph failed, or -run chose some
	}
	allFollowed(t, helps)
	allFormats(t, helps, formats)
}

// follow compiles case c as h's reader has changed it. What was said before is the case's expected text.
func (h *followedHelp) follow(t *testing.T, cc string, c *testCase) {
	src, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.beside(".err"))
	if err != nil {
		t.Fatal(err)
	}
	dir, base := filepath.Split(c.path)
	fixed := filepath.Join(t.TempDir(), base)
	if err := os.WriteFile(fixed, []byte(h.apply(string(src))), 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-c", "-I", dir, "-o", filepath.Join(t.TempDir(), "x.o"), fixed}, c.flags...)
	before, after := string(text), run(t, dir, c.compilerEnv(), cc, append(args, h.flags...)...).stderr
	tag := "[" + h.code + "]"
	if n, m := strings.Count(before, tag), strings.Count(after, tag); n == 0 || m >= n {
		t.Errorf("%d messages %s before and %d after:\n%s", n, tag, m, after)
	}
	if n, m := countErrors(before), countErrors(after); m > n || m == n && h.isError(before) {
		t.Errorf("%d errors before and %d after:\n%s", n, m, after)
	}
	h.gone = helpsOf(before)
	for help, n := range helpsOf(after) {
		h.gone[help] -= n
	}
	if strings.HasPrefix(h.name, "helped_") {
		h.keepsResult(t, cc, c, base, fixed)
	}
}

// keepsResult compares the results of the program before and after the change.
func (h *followedHelp) keepsResult(t *testing.T, cc string, c *testCase, base, fixed string) {
	dir := filepath.Dir(c.path)
	result := func(file string) string {
		exe := filepath.Join(t.TempDir(), "a.out")
		if b := run(t, dir, c.compilerEnv(), cc,
			append([]string{"-w", "-I", dir, "-o", exe, file}, c.flags...)...); b.exit != 0 {
			t.Fatal(b.stderr)
		}
		r := run(t, dir, nil, exe)
		return fmt.Sprint(r.exit, r.stdout)
	}
	if want, got := result(base), result(fixed); got != want {
		t.Errorf("the result is %q instead of %q", got, want)
	}
}

// message is what is said with a help.
type message struct{ code, text, help string }

// helpsOf counts the messages with helps.
func helpsOf(stderr string) map[message]int {
	count := map[message]int{}
	var last message
	for l := range strings.Lines(stderr) {
		l = strings.TrimSuffix(l, "\n")
		if m := codeOfMessage.FindStringSubmatch(l); m != nil {
			last = message{code: m[1], text: l[strings.Index(l, ": "):]}
		} else if messageLine.MatchString(l) && !strings.Contains(l, ": note: ") {
			last = message{}
		}
		if help, ok := strings.CutPrefix(l, "  help: "); ok && last.code != "" {
			last.help = help
			count[last]++
		}
	}
	return count
}

// allFollowed reports the codes of messages with a help that helps.txt does not have.
func allFollowed(t *testing.T, helps []*followedHelp) {
	known := map[string]bool{}
	for _, h := range helps {
		known[h.code] = true
		for m, n := range h.gone {
			known[m.code] = known[m.code] || n > 0
		}
	}
	for c, text := range expectedDiagnostics(t) {
		for m := range helpsOf(text) {
			if !known[m.code] {
				known[m.code] = true
				t.Errorf("helps.txt follows no help of [%s], as in %s:\n%s", m.code, c, m.help)
			}
		}
	}
}

// withoutHelp are the codes of errors that need no help.
var withoutHelp = map[string]string{
	"error-directive": "the text is the program's own",
}

// TestErrorsHaveHelp wants a help for each error that the compiler reports in the cases and in the scripts of
// driver/diagnostics. Errors without a code are the host compiler's, in its words.
func TestErrorsHaveHelp(t *testing.T) {
	errors, host := 0, 0
	texts := expectedDiagnostics(t)
	for _, script := range diagnosticScripts(t) {
		text, err := os.ReadFile(strings.TrimSuffix(script, ".sh") + ".err")
		if err != nil {
			t.Fatal(err)
		}
		texts[script] = string(text)
	}
	for name, text := range texts {
		lines := strings.Split(text, "\n")
		for i, l := range lines {
			if !strings.Contains(l, ": error: ") {
				continue
			}
			m := errorCode.FindStringSubmatch(l)
			if m == nil {
				host++
				continue
			}
			errors++
			if end := nextMessage(lines, i+1); withoutHelp[m[1]] == "" &&
				!slices.ContainsFunc(lines[i+1:end], func(s string) bool { return strings.HasPrefix(s, "  help: ") }) {
				t.Errorf("%s: no help: %s", name, l)
			}
		}
	}
	t.Logf("%d errors of the compiler, %d of the host compiler", errors, host)
	if errors < 1200 {
		t.Errorf("only %d errors in the cases", errors)
	}
}

// errorCode finds the code of an error.
var errorCode = regexp.MustCompile(`: error: .* \[([-A-Za-z0-9]+)\]$`)

// nextMessage is the number of the line at or after i that begins a message.
func nextMessage(lines []string, i int) int {
	for ; i < len(lines) && !messageLine.MatchString(lines[i]); i++ {
	}
	return i
}

// expectedDiagnostics are the expected texts of the cases, by their names.
func expectedDiagnostics(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, c := range cases(t) {
		if text, err := os.ReadFile(c.beside(".err")); err == nil {
			all[c.name()] = string(text)
		}
	}
	return all
}

var codeOfMessage = regexp.MustCompile(`: (?:error|warning): .* \[([-A-Za-z0-9]+)\]$`)

// followedHelp is a paragraph of helps.txt: what a reader of the help of a message makes of the case.
type followedHelp struct {
	name, code string
	at         int
	lines      map[int]string   // that take the place of others
	added      map[int][]string // that follow others
	flags      []string
	gone       map[message]int // messages with helps: how many fewer there are after the change
}

// helpsFollowed reads helps.txt. A paragraph begins with the name of a case and the code of the message. "N: text" is
// what line N becomes, "N+ text" follows line N, and "0: flags" are flags for the compiler.
func helpsFollowed(t *testing.T) (list []*followedHelp) {
	text, err := os.ReadFile("testdata/helps.txt")
	if err != nil {
		t.Fatal(err)
	}
	edit := regexp.MustCompile(`^(\d+)([:+])(?: (.*))?$`)
	for i, l := range strings.Split(string(text), "\n") {
		m := edit.FindStringSubmatch(l)
		switch {
		case l == "" || strings.HasPrefix(l, "#"):
		case m == nil:
			h := &followedHelp{at: i + 1, lines: map[int]string{}, added: map[int][]string{}}
			fmt.Sscan(l, &h.name, &h.code)
			list = append(list, h)
		default:
			h, n := list[len(list)-1], 0
			fmt.Sscan(m[1], &n)
			switch {
			case m[2] == "+":
				h.added[n] = append(h.added[n], m[3])
			case n == 0:
				h.flags = strings.Fields(m[3])
			default:
				h.lines[n] = m[3]
			}
		}
	}
	return list
}

// apply is src with the lines of h.
func (h *followedHelp) apply(src string) string {
	var b strings.Builder
	put := func(list []string) {
		for _, l := range list {
			b.WriteString(l + "\n")
		}
	}
	put(h.added[0])
	for i, l := range strings.Split(strings.TrimSuffix(src, "\n"), "\n") {
		if text, ok := h.lines[i+1]; ok {
			l = text
		}
		b.WriteString(l + "\n")
		put(h.added[i+1])
	}
	return b.String()
}

// isError reports whether the message with h's code is among the errors that countErrors counts.
func (h *followedHelp) isError(stderr string) bool {
	return h.code != "unsupported" &&
		regexp.MustCompile(`: error: .* \[`+regexp.QuoteMeta(h.code)+`\]`).MatchString(stderr)
}
