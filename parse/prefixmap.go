// -ffile-prefix-map and the like.

package parse

import "strings"

// MapPrefixes names a file as a program names it under the command's flags: the last of
// -ffile-prefix-map=OLD=NEW and -fmacro-prefix-map=OLD=NEW whose OLD the name begins with
// replaces that, as gcc and clang do for __FILE__.
func MapPrefixes(args []string, name string) string {
	for i := len(args) - 1; i >= 0; i-- {
		old, to, ok := prefixMap(args[i])
		if rest, begins := strings.CutPrefix(name, old); ok && begins {
			return to + rest
		}
	}
	return name
}

func prefixMap(arg string) (old, to string, ok bool) {
	for _, flag := range []string{"-ffile-prefix-map=", "-fmacro-prefix-map="} {
		if value, is := strings.CutPrefix(arg, flag); is {
			i := strings.LastIndexByte(value, '=')
			if i < 0 {
				return "", "", false
			}
			return value[:i], value[i+1:], true
		}
	}
	return "", "", false
}

// IsPrefixMap reports whether a flag only says how files are named.
func IsPrefixMap(arg string) bool {
	_, _, ok := prefixMap(arg)
	return ok || strings.HasPrefix(arg, "-fdebug-prefix-map=") || strings.HasPrefix(arg, "-fdebug-compilation-dir=") ||
		strings.HasPrefix(arg, "-fcoverage-prefix-map=") || strings.HasPrefix(arg, "-fprofile-prefix-map=")
}

// ProgramFile names one of the unit's files as the program names it.
func (u *Unit) ProgramFile(name string) string {
	if u.cfg == nil {
		return name
	}
	return MapPrefixes(u.cfg.HostArgs, name)
}
