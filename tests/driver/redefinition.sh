# A function that is defined twice is called so, wherever it is used.
for what in "static int" "int" "inline int"; do
  cat > twice.c <<END
#pragma omp begin declare target
$what twice(int x) { return 2 * x; }
$what twice(int x) { return 3 * x; }
#pragma omp end declare target
int main(void)
{
  int d;
#pragma omp target map(from: d)
  d = twice(4);
  return d;
}
END
  ! $OMPCC -c twice.c 2> said || exit 1
  expect "$(sed -n 's/^twice.c:3:[0-9]*: error: \(redefinition of\).*twice.*/\1/p' said)" "redefinition of"
  expect "$(grep -c error: said | sed s/2/1/)" 1 # clang counts its errors in a line
done
