for v in 45:201511 50:201811 51:202011 52:202111 60:202411 61:202611; do
  printf 'int v = _OPENMP;\n' > v.c
  $OMPCC -fopenmp-version=${v%:*} -E v.c | grep -q "int v = ${v#*:};"
done
$OMPCC -E v.c | grep -q 'int v = 202111;'
printf 'int main(void)\n{\n  int s = 0;\n#pragma omp parallel single\n  s = 1;\n  return !s;\n}\n' > new.c
$OMPCC new.c -o new 2> quiet; ./new; [ ! -s quiet ]
$OMPCC -Wpedantic new.c -o new 2> note; grep -q 'OpenMP 6.0' note
$OMPCC -Wpedantic -fopenmp-version=60 new.c -o new 2> note; ! grep -q 'OpenMP 6.0' note || exit 1
