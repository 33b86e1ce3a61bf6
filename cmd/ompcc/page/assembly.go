// PTX, GCN and CPU assembly with the places that debug directives give.

package page

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"ompcc/parse/diag"
)

// Debug directives of the GNU assembler (https://sourceware.org/binutils/docs/as/Loc.html), which PTX has, too, and
// what LLVM's assembly has beside instructions.
type assemblyPatterns struct {
	loc, file, debugSection, otherSection, debugLabel, ptxFunction, functionType, label, metadata, trailing, ptxComment, otherComment *regexp.Regexp
}

// patterns are compiled when a page is made: a compilation without one pays nothing for them.
var patterns = sync.OnceValue(func() *assemblyPatterns {
	return &assemblyPatterns{
		loc:          regexp.MustCompile(`^\s*\.loc\s+(\d+)\s+(\d+)`),
		file:         regexp.MustCompile(`^\s*\.file\s+(\d+)\s+"([^"]*)"(?:\s+"([^"]*)")?`),
		debugSection: regexp.MustCompile(`^\s*\.section\s+"?\.debug_`),
		otherSection: regexp.MustCompile(`^\s*\.(section|text|data|bss)\b`),
		debugLabel:   regexp.MustCompile(`^(\$L__|\.L)(tmp|func_begin)\d+:$`),
		ptxFunction:  regexp.MustCompile(`^(?:\.visible |\.weak |\.extern )?\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)`),
		functionType: regexp.MustCompile(`^\s*\.type\s+([\w.$]+),\s*[@%]function`),
		label:        regexp.MustCompile(`^([\w$][\w.$]*):`),
		metadata:     regexp.MustCompile(`^\s*\.(end_)?(amdgpu_metadata|amdhsa_kernel)\b`),
		// one behind much white space
		trailing:     regexp.MustCompile(`^(\S.*?) {3,}((?://|;|#) .*)$`),
		ptxComment:   regexp.MustCompile(`\s*//.*$`),
		otherComment: regexp.MustCompile(`\s*(//|;|#).*$`),
	}
})

// assemblyText is assembly without its debug directives, with the places that these give its instructions. What is no
// instruction, label or declaration of PTX is minor: the page hides it until it is asked for.
func assemblyText(asm string, ptx bool) *text {
	lines := strings.Split(strings.TrimRight(asm, "\n"), "\n")
	r := &assemblyReader{t: &text{language: langAssembly}, ptx: ptx, comment: patterns().otherComment, files: map[string]string{}, functions: map[string]bool{}}
	if ptx {
		r.comment = patterns().ptxComment
	}
	for _, l := range lines { // PTX names its files at the end
		if m := patterns().file.FindStringSubmatch(l); m != nil {
			r.files[m[1]] = path.Join(m[2], m[3])
		}
		if m := patterns().functionType.FindStringSubmatch(l); m != nil {
			r.functions[m[1]] = true
		}
	}
	for _, l := range lines {
		r.line(l)
	}
	return r.t
}

type assemblyReader struct {
	t         *text
	ptx       bool
	comment   *regexp.Regexp
	files     map[string]string // by number
	functions map[string]bool   // of other assembly than PTX
	at        diag.Pos
	debug     bool // in a section of debug information
	block     bool // in a block of metadata
}

func (r *assemblyReader) line(l string) {
	if r.isDebug(l) {
		return
	}
	code := strings.TrimSpace(r.comment.ReplaceAllString(l, ""))
	l = aligned(l)
	r.begin(code)
	switch {
	case patterns().metadata.MatchString(code) || r.block:
		if m := patterns().metadata.FindStringSubmatch(code); m != nil {
			r.block = m[1] == ""
		}
		r.t.add(l, diag.Pos{}, true)
	case code == "":
		r.t.add(l, diag.Pos{}, l != "")
	case r.ptx:
		instruction := strings.HasSuffix(code, ";") && code[0] != '.'
		r.t.add(l, r.placeIf(instruction), false)
		if code == "}" {
			r.at = diag.Pos{}
			r.t.end()
		}
	default:
		label, directive := strings.HasSuffix(code, ":"), code[0] == '.'
		r.t.add(l, r.placeIf(!label && !directive), directive && !label)
		if strings.HasPrefix(code, ".size") {
			r.t.end()
		}
	}
}

// aligned writes the tabs of a line as spaces: operands stand in one column.
func aligned(l string) string {
	l = strings.TrimRight(l, " \t")
	code := strings.TrimLeft(l, "\t")
	l = strings.Repeat("    ", len(l)-len(code)) + code
	if strings.HasPrefix(l, "@") { // a predicate of PTX
		l = "    " + l
	}
	for i := strings.IndexByte(l, '\t'); i >= 0; i = strings.IndexByte(l, '\t') {
		l = fmt.Sprintf("%-19s %s", strings.TrimRight(l[:i], " "), l[i+1:])
	}
	return patterns().trailing.ReplaceAllString(l, "$1  $2")
}

func (r *assemblyReader) placeIf(instruction bool) diag.Pos {
	if instruction {
		return r.at
	}
	return diag.Pos{}
}

// begin notes the start of a function.
func (r *assemblyReader) begin(code string) {
	pattern := patterns().label
	if r.ptx {
		pattern = patterns().ptxFunction
	}
	if m := pattern.FindStringSubmatch(code); m != nil && (r.ptx || r.functions[m[1]]) {
		r.at = diag.Pos{}
		r.t.begin(m[1])
	}
}

// isDebug takes a line that is debug information.
func (r *assemblyReader) isDebug(l string) bool {
	if m := patterns().loc.FindStringSubmatch(l); m != nil {
		r.at = diag.Pos{}
		if line, _ := strconv.Atoi(m[2]); line > 0 {
			r.at = diag.Pos{File: r.files[m[1]], Line: line}
		}
		return true
	}
	switch trimmed := strings.TrimSpace(l); {
	case patterns().debugSection.MatchString(l):
		r.debug = !strings.HasSuffix(trimmed, "}") // PTX has { and } around a section's contents
		return true
	case r.debug && r.ptx:
		r.debug = !strings.HasSuffix(trimmed, "}")
		return true
	case r.debug && patterns().otherSection.MatchString(l):
		r.debug = false
		return false
	case r.debug, patterns().file.MatchString(l), patterns().debugLabel.MatchString(trimmed), strings.HasPrefix(trimmed, ".cfi_"), strings.Contains(trimmed, "DEBUG_VALUE: "):
		return true
	}
	return false
}
