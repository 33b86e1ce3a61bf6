/* ctype.h in the C locale (C17 7.4). */

int N(isupper)(int c) { return (unsigned)c - 'A' < 26; }
int N(islower)(int c) { return (unsigned)c - 'a' < 26; }
int N(isalpha)(int c) { return ((unsigned)c | 32) - 'a' < 26; }
int N(isdigit)(int c) { return (unsigned)c - '0' < 10; }
int N(isalnum)(int c) { return N(isalpha)(c) || N(isdigit)(c); }
int N(isxdigit)(int c) { return N(isdigit)(c) || ((unsigned)c | 32) - 'a' < 6; }
int N(isspace)(int c) { return c == ' ' || (unsigned)c - '\t' < 5; }
int N(isblank)(int c) { return c == ' ' || c == '\t'; }
int N(iscntrl)(int c) { return (unsigned)c < 32 || c == 127; }
int N(isprint)(int c) { return (unsigned)c - 32 < 95; }
int N(isgraph)(int c) { return (unsigned)c - 33 < 94; }
int N(ispunct)(int c) { return N(isgraph)(c) && !N(isalnum)(c); }
int N(isascii)(int c) { return (unsigned)c < 128; }
int N(toascii)(int c) { return c & 127; }
int N(tolower)(int c) { return N(isupper)(c) ? c | 32 : c; }
int N(toupper)(int c) { return N(islower)(c) ? c & ~32 : c; }

/* glibc's macros read tables, indexed from -128 to 255. */
#define CLASS(c) \
	(unsigned short)(((c) >= 'A' && (c) <= 'Z' ? 0x100 : 0) | ((c) >= 'a' && (c) <= 'z' ? 0x200 : 0) | \
		(((c) | 32) >= 'a' && ((c) | 32) <= 'z' ? 0x400 : 0) | ((c) >= '0' && (c) <= '9' ? 0x800 : 0) | \
		(((c) >= '0' && (c) <= '9') || (((c) | 32) >= 'a' && ((c) | 32) <= 'f') ? 0x1000 : 0) | \
		((c) == ' ' || ((c) >= 9 && (c) <= 13) ? 0x2000 : 0) | ((c) >= 32 && (c) < 127 ? 0x4000 : 0) | \
		((c) > 32 && (c) < 127 ? 0x8000 : 0) | ((c) == ' ' || (c) == 9 ? 1 : 0) | \
		((c) < 32 || (c) == 127 ? 2 : 0) | \
		((c) > 32 && (c) < 127 && !(((c) | 32) >= 'a' && ((c) | 32) <= 'z') && !((c) >= '0' && (c) <= '9') ? 4 : 0) | \
		((((c) | 32) >= 'a' && ((c) | 32) <= 'z') || ((c) >= '0' && (c) <= '9') ? 8 : 0))
#define LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 32 : (c))
#define X4(F, c) F(c), F(c + 1), F(c + 2), F(c + 3)
#define X16(F, c) X4(F, c), X4(F, c + 4), X4(F, c + 8), X4(F, c + 12)
#define X64(F, c) X16(F, c), X16(F, c + 16), X16(F, c + 32), X16(F, c + 48)
#define SAME(c) (c)

static const unsigned short class_table[384] = {[128] = X64(CLASS, 0), X64(CLASS, 64)};
static const int lower_table[384] = {X64(SAME, -128), X64(SAME, -64), X64(LOWER, 0), X64(LOWER, 64), X64(SAME, 128), X64(SAME, 192)};
static const int upper_table[384] = {X64(SAME, -128), X64(SAME, -64), X64(UPPER, 0), X64(UPPER, 64), X64(SAME, 128), X64(SAME, 192)};
static const unsigned short *const class_ptr = class_table + 128;
static const int *const lower_ptr = lower_table + 128;
static const int *const upper_ptr = upper_table + 128;

const unsigned short **N(__ctype_b_loc)(void) { return (const unsigned short **)&class_ptr; }
const int **N(__ctype_tolower_loc)(void) { return (const int **)&lower_ptr; }
const int **N(__ctype_toupper_loc)(void) { return (const int **)&upper_ptr; }
