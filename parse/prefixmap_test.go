package parse

import "testing"

func TestMapPrefixes(t *testing.T) {
	args := []string{"-O2", "-ffile-prefix-map=/home/me/a=src", "-fmacro-prefix-map=/home/me/a/b=",
		"-ffile-prefix-map=/x=y=/z", "-fdebug-prefix-map=/q=r"}
	for name, want := range map[string]string{
		"/home/me/a/c.c": "src/c.c", "/home/me/a/b/c.c": "/c.c", "/x=y/c.c": "/z/c.c", "/q/c.c": "/q/c.c", "c.c": "c.c",
	} {
		if got := MapPrefixes(args, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
