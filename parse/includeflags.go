// -include of precompiled headers as text.

package parse

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Flags that include headers: clang reads a precompiled header in the place of a header
// that a flag names. The text of such a header is then missing in clang -E's output, so the
// preprocessor gets flags that make it read the header itself. gcc -E reads the header anyway.

// includedAsText returns args with each flag that may include a precompiled header
// replaced by one that includes the header's text.
func includedAsText(args []string) (out []string) {
	for i := 0; i < len(args); {
		flag, file, n := includeFlag(args[i:])
		if flag == "-include-pch" {
			header := strings.TrimSuffix(file, filepath.Ext(file))
			switch _, err := os.Stat(header); {
			case err != nil:
				flag = "" // clang -E includes the source that the precompiled header was made of
			case slices.Contains(args, header):
				i += n // cmake names the header beside its precompiled form
				continue
			}
			file = header
		}
		if flag == "" {
			out = append(out, args[i:i+n]...)
		} else {
			out = append(out, "-Xclang", "-include", "-Xclang", file)
		}
		i += n
	}
	return out
}

// includeFlag reads the flag that args begins with: -include or -include-pch, the file that it
// names and how many arguments it takes. Each word may follow -Xclang, as cmake writes them.
func includeFlag(args []string) (flag, file string, n int) {
	isInclude := func(a string) bool { return a == "-include" || a == "-include-pch" }
	switch {
	case len(args) > 1 && isInclude(args[0]):
		return args[0], args[1], 2
	case len(args) > 3 && args[0] == "-Xclang" && isInclude(args[1]) && args[2] == "-Xclang":
		return args[1], args[3], 4
	case len(args) > 1 && args[0] == "-Xclang":
		return "", "", 2
	}
	return "", "", 1
}

// CompileArgs drops the preprocessor's flags, which have done their work.
func CompileArgs(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch flag, _, n := includeFlag(args[i:]); {
		case flag != "":
			i += n - 1
		case a == "-imacros" || a == "-isystem" || a == "-iquote" || a == "-idirafter" || a == "-iprefix" ||
			a == "-iwithprefix" ||
			a == "-iwithprefixbefore" || a == "-iwithsysroot" || a == "-iframework" || a == "-Xpreprocessor":
			i++
		case strings.HasPrefix(a, "-I") || strings.HasPrefix(a, "-D") || strings.HasPrefix(a, "-U") ||
			strings.HasPrefix(a, "-Wp,"), isModuleFlag(a),
			a == "-nostdinc", a == "-undef", a == "-trigraphs", a == "-H":
		default:
			out = append(out, args[i:i+n]...)
			i += n - 1
		}
	}
	return out
}
