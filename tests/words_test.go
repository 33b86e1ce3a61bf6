package tests

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sourceFolders hold what the project has written itself, in Go and C.
var sourceFolders = []string{"cmd", "codegen", "include", "lower", "parse", "pragma", "rt", "tests"}

// otherWords are words of names that the project says otherwise, with the words that it uses.
var otherWords = map[string]string{
	"behind":     "after, async, following",
	"bell":       "doorbell",
	"crew":       "warpGroup, team",
	"office":     "mailbox",
	"remedies":   "helps",
	"remedy":     "help",
	"suspicious": "lint, doubtful",
}

// TestWordsOfCode holds the comments of Go and C to the length of sentences in the docs, and the names to otherWords.
func TestWordsOfCode(t *testing.T) {
	files := 0
	for _, dir := range sourceFolders {
		err := filepath.WalkDir("../"+dir+"/", func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && slices.Contains([]string{"testdata", "cases"}, d.Name()) {
				return filepath.SkipDir
			}
			ext := filepath.Ext(path)
			if err != nil || d.IsDir() || ext != ".go" && ext != ".c" && ext != ".h" {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			comments, names := wordsOfGo(path, src)
			if ext != ".go" {
				comments, names = wordsOfC(string(src))
			}
			reportComments(t, path, comments)
			reportNames(t, path, names)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 900 {
		t.Errorf("only %d files", files)
	}
}

// lowerStart is where a sentence begins with a name in lower case.
var lowerStart = regexp.MustCompile(`\.\s+([a-z])`)

// reportComments reports the long sentences of a file's comments.
func reportComments(t *testing.T, path string, comments []string) {
	for _, c := range comments {
		c = lowerStart.ReplaceAllString(c, ".\n\n$1")
		for _, s := range sentencesOver(c, maxWords) {
			t.Errorf("%s: %s", path, s)
		}
	}
}

// reportNames reports each name of a file that has a word of otherWords, once.
func reportNames(t *testing.T, path string, names []string) {
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		for _, w := range wordsOfName(name) {
			if better := otherWords[w]; better != "" {
				t.Errorf("%s: the name '%s': write %s", path, name, better)
			}
		}
	}
}

// wordsOfGo are the comments and the identifiers of a Go file.
func wordsOfGo(path string, src []byte) (comments, names []string) {
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile(path, -1, len(src)), src, nil, scanner.ScanComments)
	last := -2 // the line of the last comment, if nothing else is on it
	for {
		pos, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return comments, names
		case token.COMMENT:
			if strings.HasPrefix(text, "/*") { // C before import "C"
				c, n := wordsOfC(strings.TrimSuffix(text[2:], "*/"))
				comments, names = append(comments, c...), append(names, n...)
				continue
			}
			line, alone := files.Position(pos).Line, isAlone(src[:files.Position(pos).Offset])
			comments = addComment(comments, text, alone && line == last+1)
			if last = line; !alone {
				last = -2
			}
		case token.IDENT:
			names = append(names, text)
		}
	}
}

// isAlone reports whether what follows before is the first text of its line.
func isAlone(before []byte) bool {
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return len(bytes.TrimSpace(line)) == 0
}

// addComment adds a comment without its marks. A line comment continues the one of the line before it.
func addComment(comments []string, text string, continues bool) []string {
	if line, ok := strings.CutPrefix(text, "//"); ok {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, " \t") || strings.HasPrefix(line, "go:") {
			line = "" // an example, or a directive of Go
		}
		if n := len(comments); continues && n > 0 {
			comments[n-1] += "\n" + line
			return comments
		}
		return append(comments, line)
	}
	text = strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/")
	return append(comments, commentMargin.ReplaceAllString(text, "\n"))
}

// commentMargin is what begins the lines of a block comment of C.
var commentMargin = regexp.MustCompile(`\n[ \t]*\*?[ \t]?`)

// tokensOfC matches the comments, literals and names of C.
var tokensOfC = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*`)

// wordsOfC are the comments and the names of a C file.
func wordsOfC(src string) (comments, names []string) {
	line, at, last := 1, 0, -2
	for _, m := range tokensOfC.FindAllStringIndex(src, -1) {
		text := src[m[0]:m[1]]
		line += strings.Count(src[at:m[0]], "\n")
		at = m[0]
		switch {
		case strings.HasPrefix(text, "/"):
			alone := isAlone([]byte(src[:m[0]]))
			comments = addComment(comments, text, alone && line == last+1 && strings.HasPrefix(text, "//"))
			if last = line + strings.Count(text, "\n"); !alone {
				last = -2
			}
		case text[0] != '"' && text[0] != '\'':
			names = append(names, text)
		}
	}
	return comments, names
}

// wordsOfName are the words of a name in lower case: ompcc_comeBehind has three.
func wordsOfName(name string) (words []string) {
	for _, w := range nameWord.FindAllString(name, -1) {
		words = append(words, strings.ToLower(w))
	}
	return words
}

var nameWord = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// TestWordsOf tries the readers of words on short texts.
func TestWordsOf(t *testing.T) {
	comments, names := wordsOfGo("a.go", []byte("package a\n\n// One two.\n// Three.\nvar comeBehind = \"crew\" // four\n"))
	if !slices.Equal(comments, []string{" One two.\n Three.", " four"}) || !slices.Equal(names, []string{"a", "comeBehind"}) {
		t.Errorf("%q %q", comments, names)
	}
	comments, names = wordsOfC("/* One\n * two. */\nint come_behind; // \"three\"\n// four\nchar c = '\\'', *s = \"crew // no\";\n")
	if !slices.Equal(comments, []string{" One\ntwo. ", " \"three\"", " four"}) ||
		!slices.Equal(names, []string{"int", "come_behind", "char", "c", "s"}) {
		t.Errorf("%q %q", comments, names)
	}
	if got := wordsOfName("ompcc_comeBehindCUDA"); !slices.Equal(got, []string{"ompcc", "come", "behind", "cuda"}) {
		t.Errorf("%q", got)
	}
}
