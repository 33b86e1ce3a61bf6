# What users and build systems say to a compiler, together with device code.
expect "$($OMPCC -print-prog-name=ld | grep -c ld)" 1
$OMPCC -x c - -c -o stdin.o <saxpy.c; $OMPCC stdin.o -o stdin; expect "$(./stdin)" "6 0"
libraries=there # clang's run-time libraries: without them what needs them is tested with gcc alone
case ${OMPCC_CC:-clang} in *clang*) [ -d "$($OMPCC -print-resource-dir)/lib" ] || libraries=missing;; esac
for flags in -flto "-fvisibility=hidden -ffunction-sections -Wl,--gc-sections -Wl,--as-needed" \
  --coverage "-fsanitize=address,undefined -g" -fsanitize=thread -fsanitize=leak; do
  case $libraries,$flags in missing,*sanitize* | missing,--coverage) continue;; esac
  $OMPCC $flags saxpy.c -o flagged
  expect "$flags: $(./flagged)" "$flags: 6 0"
done
mkdir "a b é"; cp saxpy.c config.h "a b é"; $OMPCC "a b é/saxpy.c" -o "a b é/out ü"; expect "$("./a b é/out ü")" "6 0"
echo "-O1 'a b é/saxpy.c' -o response" >args; $OMPCC @args; expect "$(./response)" "6 0"
printf 'int f(void) {\n  int unused;\n#pragma omp target\n  { int also; }\n  return 1;\n}\n' >warn.c
$OMPCC -Wall -c warn.c 2>warnings
expect "$(grep -c 'warn.c:4:.*warning: unused variable' warnings)" 1
# A macro's code is warned about as little as when the host compiler sees the macro.
cat >macros.c <<'END'
#define EQ(a, b) ((a) == (b))
#define KEEP(a) a = a
int f(int x, int y)
{
#pragma omp target map(tofrom : x)
  x++;
  KEEP(x);
  if (EQ(x, y)) return 1;
  if (EQ(x, x)) return 2;
  return 0;
}
END
$OMPCC -Wall -Werror -c macros.c
expect "$($OMPCC -Wall -Wtautological-compare -c macros.c 2>&1 | grep -c 'warning:.*Wtautological-compare')" 1
