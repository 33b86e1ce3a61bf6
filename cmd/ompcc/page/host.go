// The host's C with the user's lines.

package page

import (
	"strconv"
	"strings"

	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// lineMarker is a preprocessor's: # 26 "app.c" 1 3 (https://gcc.gnu.org/onlinedocs/cpp/Preprocessor-Output.html).
var lineMarker = pattern.New(`^# (\d+) "((?:[^"\\]|\\.)*)"((?: \d)*)$`)

// hostText is the host's C as far as it comes from files of the user, with its places by the line markers. All lines
// behind the marker of a generated piece (flag 3) belong to the marker's line.
func hostText(c []byte, isUsers func(file string) bool) *text {
	t := &text{language: langC}
	at, generated := diag.Pos{}, false
	blank := true
	for l := range strings.Lines(string(c)) {
		l = strings.TrimRight(l, "\r\n")
		if m := lineMarker().FindStringSubmatch(l); m != nil {
			line, _ := strconv.Atoi(m[1])
			at, generated = diag.Pos{File: unescape(m[2]), Line: line}, strings.Contains(m[3], "3")
			continue
		}
		if isUsers(at.File) && !(blank && strings.TrimSpace(l) == "") {
			blank = strings.TrimSpace(l) == ""
			here := at
			if blank {
				here = diag.Pos{}
			}
			t.add(strings.ReplaceAll(l, "\t", "    "), here, false)
		}
		if !generated {
			at.Line++
		}
	}
	return t
}

// unescape is a file's name as a line marker writes it.
func unescape(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s)
}
