# What comes from standard input is shown with its lines, too.
printf '#define W 3\nint main(void)\n{\n  int a = W;\n  _Pragma("omp parallel num_threads(0)") a++;\n#pragma omp target map(tofrom: a) device(1.5)\n  a++;\n  return a;\n}\n' | "$OMPCC" -x c -c - -o out.o
