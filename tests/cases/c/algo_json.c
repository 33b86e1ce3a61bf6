// A JSON tokenizer: nesting, strings with escapes, numbers, literals, errors.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { T_END, T_PUNCT, T_STRING, T_NUMBER, T_WORD, T_ERROR };
struct counts { int tokens[6], depth, max_depth; double sum; size_t chars; };

#pragma omp declare target
static const char *skip_string(const char *p, size_t *n)
{
  for (p++; *p != '"'; p++, ++*n) {
    if (!*p)
      return NULL;
    if (*p == '\\') {
      switch (*++p) {
      case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
        break;
      case 'u':
        for (int i = 1; i <= 4; i++)
          if (!isxdigit((unsigned char)p[i]))
            return NULL;
        p += 4;
        break;
      default:
        return NULL;
      }
    }
  }
  return p + 1;
}

static enum kind next(const char **pp, struct counts *c)
{
  const char *p = *pp;
  enum kind k = T_ERROR;
  while (isspace((unsigned char)*p))
    p++;
  if (!*p) {
    k = c->depth ? T_ERROR : T_END;
  } else if (strchr("{}[],:", *p)) {
    c->depth += *p == '{' || *p == '[' ? 1 : *p == '}' || *p == ']' ? -1 : 0;
    if (c->depth > c->max_depth)
      c->max_depth = c->depth;
    k = c->depth < 0 ? T_ERROR : T_PUNCT;
    p++;
  } else if (*p == '"') {
    const char *q = skip_string(p, &c->chars);
    if (q)
      k = T_STRING, p = q;
  } else if (*p == '-' || isdigit((unsigned char)*p)) {
    char *q;
    c->sum += strtod(p, &q);
    if (q != p)
      k = T_NUMBER, p = q;
  } else {
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
      size_t n = strlen(words[i]);
      if (!strncmp(p, words[i], n))
        k = T_WORD, p += n;
    }
  }
  *pp = p;
  return k;
}

static void scan(const char *s, struct counts *c)
{
  enum kind k;
  memset(c, 0, sizeof *c);
  do
    c->tokens[k = next(&s, c)]++;
  while (k != T_END && k != T_ERROR);
}
#pragma omp end declare target

int main(void)
{
  static const char text[] = "{\"a\": [1, 2.5, -3e2, {\"b\\\"\\u00e9\": null}], \"list\":[true,false,[[]]], \"n\":0.125}";
  static const char wrong[] = "{\"a\": [1, \"x\\q\"]}";
  struct counts c, e;
#pragma omp target map(to: text, wrong) map(from: c, e)
  {
    scan(text, &c);
    scan(wrong, &e);
  }
  int ok = c.tokens[T_END] == 1 && c.tokens[T_PUNCT] == 23 && c.tokens[T_STRING] == 4 && c.tokens[T_NUMBER] == 4 && c.tokens[T_WORD] == 3 &&
           c.max_depth == 4 && c.sum == 1 + 2.5 - 300 + 0.125 && c.chars == 1 + 3 + 4 + 1 && e.tokens[T_ERROR] == 1;
  if (!ok)
    printf("%d %d %d %d %d depth %d sum %g chars %zu error %d\n", c.tokens[0], c.tokens[1], c.tokens[2], c.tokens[3], c.tokens[4], c.max_depth, c.sum, c.chars, e.tokens[T_ERROR]);
  puts(ok ? "ok" : "wrong");
  return 0;
}
