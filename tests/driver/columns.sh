# The host compiler's warnings about statements of constructs have the columns of the source.
cat > columns.c <<'END'
int main(void)
{
  int x = 1, r = 0;
  #pragma omp target map(tofrom: x)
        x = 1 / 0;
  #pragma omp target parallel for
    for (int i = 0; i < 3; i++) r += 2 / 0;
  #pragma omp target teams distribute parallel for reduction(+: x)
      for (int i = 0; i < 3; i++) x += 3 / 0;
  #pragma omp target data map(x)
          x = 4 / 0;
  #pragma omp target
  #pragma omp parallel
          r = 5 / 0;
  #pragma omp target if(x)
            if (x) r = 6 / 0;
  #pragma omp target data map(x)
  { } x = 7 / 0;
  return x;
}
END
$OMPCC -Wno-omp-lost-write -c columns.c 2> said
expect "$(sed -n 's/^columns.c:\([0-9]*:[0-9]*\): warning: division.*/\1/p' said | sort -n | tr '\n' ' ')" "5:15 7:40 9:42 11:17 14:17 16:26 18:13 "
# They never are about what stands in the text for us.
case ${OMPCC_CC:-clang} in *clang*)
  $OMPCC -Weverything -c saxpy.c 2> said
  expect "$(grep -c __ompcc said || true)" 0
esac
