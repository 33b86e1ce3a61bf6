// Pragmas whose first word is likely meant to be omp.

package early

import "strings"

// Pragma is the first word of a pragma and the one behind it.
func Pragma(line []byte) (word, next string) {
	f := strings.Fields(strings.TrimLeft(strings.TrimSpace(string(line)), "# \t"))
	if len(f) < 2 || f[0] != "pragma" {
		return "", ""
	}
	if len(f) == 2 {
		return f[1], ""
	}
	next, _, _ = strings.Cut(f[2], "(")
	return f[1], next
}

// Meant is the beginning of the directive that a pragma of another name, word,
// means, "" if it means none: the word behind it must begin a directive. The names omx
// and ompx are those of extensions (5.2 §3.1).
func Meant(word, next string) string {
	lower := strings.ToLower(word)
	if word == "omp" || lower == "omx" || lower == "ompx" {
		return ""
	}
	if rest, ok := strings.CutPrefix(lower, "omp"); ok && directiveWords[strings.Trim(rest, "_")] {
		return "omp " + strings.Trim(rest, "_")
	}
	if next = strings.ToLower(next); directiveWords[next] &&
		(Distance(lower, "omp") <= 1 || lower == "openmp" || lower == "pmo") {
		return "omp " + next
	}
	return ""
}

// directiveWords begin the directives of OpenMP.
var directiveWords = map[string]bool{
	"allocate": true, "allocators": true, "assume": true, "assumes": true, "atomic": true, "barrier": true,
	"begin":  true,
	"cancel": true, "cancellation": true, "critical": true, "declare": true, "depobj": true, "dispatch": true,
	"distribute": true, "end": true, "error": true, "flush": true, "for": true, "fuse": true, "groupprivate": true,
	"interchange": true, "interop": true, "loop": true, "masked": true, "master": true, "metadirective": true,
	"nothing": true, "ordered": true, "parallel": true, "requires": true, "reverse": true, "scan": true, "scope": true,
	"section": true, "sections": true, "simd": true, "single": true, "split": true, "stripe": true, "target": true,
	"task": true, "taskgraph": true, "taskgroup": true, "taskloop": true, "taskwait": true, "taskyield": true,
	"teams": true, "threadprivate": true, "tile": true, "unroll": true,
}

// Distance is the number of inserted, deleted, changed or swapped bytes between
// a and b: what a misspelling differs by.
func Distance(a, b string) int {
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}

// IsIdent reports whether a byte may be part of an identifier.
func IsIdent(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
