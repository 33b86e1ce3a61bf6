# Prefix maps make equal objects of equal sources in different folders, also of static functions'
# kernels, headers and absolute names, and OMPCC_INFO tells the mapped names.
for dir in first second; do
  mkdir -p $dir/include
  cat > $dir/part.c <<'END'
#include <inner.h>
static int counter;
#pragma omp declare target(counter)
static void f(int *p)
{
#pragma omp target map(tofrom: p[0:1])
  p[0] += ++counter;
}
int main(void) { int x = 1; f(&x); return x + inner() - 5; }
END
  cat > $dir/include/inner.h <<'END'
static int inner(void)
{
  int n = 1;
#pragma omp target map(tofrom: n)
  n += 2;
  return n;
}
END
done
make_objects() {
  for dir in first second; do
    (cd $dir && $OMPCC -O2 "$@" -ffile-prefix-map="$PWD"=. -I"$PWD/include" -fopenmp-targets=cpu,nvptx -c "$PWD/part.c" -o ../$dir.o)
  done
  cmp first.o second.o
}
make_objects
! strings first.o | grep -q "$PWD" || exit 1
$OMPCC -O2 first.o -o a; OMPCC_INFO=1 ./a 2>&1 | grep -q 'device 0: ./part.c:'
# Without a map, kernels of static functions are told apart.
for dir in first second; do (cd $dir && $OMPCC -Iinclude -c part.c -o ../$dir.o); done
! cmp -s first.o second.o || exit 1
