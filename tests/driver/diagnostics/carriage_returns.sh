# Lines that end with a carriage return keep their places, also where a backslash joins them; nothing is
# written, whatever was asked for.
printf '#include "h.h"\r\nint main(void)\r\n{\r\n\tint a = 0;\r\n#pragma omp parallel \\\r\n\tnum_threads(0)\r\n\ta++;\r\n\treturn h(a);\r\n}\r\n' > crlf.c
printf 'static inline int h(int n)\r\n{\r\n#pragma omp target map(tofrom: n) thread_limit(-1)\r\n  n++;\r\n  return n;\r\n}\r\n' > h.h
for option in -S -fsyntax-only -emit-c -emit-region "-MD -MF deps.d -c" -c; do
  rm -f out
  $OMPCC $option crlf.c -o out 2> said
  status=$?
  [ $status = 1 ] && [ "$(grep -c ' error: ' said)" = 2 ] && [ ! -e out ] || echo "$option: exit status $status, not as with -c" >&2
done
cat said >&2
exit $status
