package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docPages are the pages at the top and those of docs, as paths from the root of the repository.
func docPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	list := []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md"}
	for _, p := range append(pages, more...) {
		list = append(list, filepath.ToSlash(strings.TrimPrefix(p, "../")))
	}
	return list
}

// readPage returns a page's text without its blocks of code.
func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", page))
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile("(?ms)^ *```.*?^ *```$").ReplaceAllString(string(text), "")
}

// anchor is the name that a heading has in links.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 0x7f && r != '§' && r != '…' && r != '→':
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestDocsLinks follows each relative link of the pages, with its anchor.
func TestDocsLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	links := 0
	for _, page := range docPages(t) {
		for _, m := range link.FindAllStringSubmatch(readPage(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			file, name, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(page), file))
			}
			if _, err := os.Stat(filepath.Join("..", target)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, m[1])
				continue
			}
			if name != "" && !hasHeading(t, target, name) {
				t.Errorf("%s: %s has no heading for the link %s", page, target, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links found", links)
	}
}

func hasHeading(t *testing.T, page, name string) bool {
	t.Helper()
	for line := range strings.Lines(readPage(t, page)) {
		if strings.HasPrefix(line, "#") && anchor(strings.TrimSpace(strings.TrimLeft(line, "#"))) == name {
			return true
		}
	}
	return false
}

// TestDocsIndex wants each page of docs in the index.
func TestDocsIndex(t *testing.T) {
	index := readPage(t, "docs/README.md")
	for _, page := range docPages(t) {
		if name, ok := strings.CutPrefix(page, "docs/"); ok && name != "README.md" &&
			!strings.Contains(index, "("+name+")") {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
}

// longSentences is how many sentences of more than maxWords words a page still has; every other page has none.
var longSentences = map[string]int{
	"docs/diagnostics.md": 2, // a list of names, and a message
}

const (
	maxWords       = 40
	maxReadmeLines = 150
)

// TestDocsProse measures the pages: a short README, and short sentences.
func TestDocsProse(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > maxReadmeLines {
		t.Errorf("README.md has %d lines, more than %d", n, maxReadmeLines)
	}
	for _, page := range docPages(t) {
		if long := sentencesOver(readPage(t, page), maxWords); len(long) > longSentences[page] {
			t.Errorf("%s has %d sentences of more than %d words, %d more than it may have:\n%s", page, len(long),
				maxWords, len(long)-longSentences[page], strings.Join(long, "\n"))
		}
	}
}

var sentenceEnd = regexp.MustCompile("[.!?:;] +[A-Z*`(\\[]")

// sentencesOver returns the beginnings of the sentences of more than max words in the paragraphs and lists of a page.
func sentencesOver(text string, max int) []string {
	var long []string
	for _, p := range regexp.MustCompile(`\n\s*\n|\n *[-*] |\n *[0-9]+\. `).Split(text, -1) {
		var b strings.Builder
		for line := range strings.Lines(p) {
			if !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "#") {
				fmt.Fprintf(&b, "%s ", strings.TrimSpace(line))
			}
		}
		rest := b.String()
		for rest != "" {
			s := rest
			if at := sentenceEnd.FindStringIndex(rest); at != nil {
				s, rest = rest[:at[1]-1], rest[at[1]-1:]
			} else {
				rest = ""
			}
			if w := strings.Fields(s); len(w) > max {
				long = append(long, fmt.Sprintf("  %d words: %s …", len(w), strings.Join(w[:min(12, len(w))], " ")))
			}
		}
	}
	return long
}

func TestSentencesOver(t *testing.T) {
	text := "# A heading\n\nOne two three. Four five\nsix seven!\n\n- one two\n- one two three four\n\n| a table with many words |\n"
	if got := sentencesOver(text, 3); len(got) != 2 {
		t.Errorf("%q", got)
	}
}
