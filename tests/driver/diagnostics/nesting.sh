{
  printf 'int f(int x) {\n#pragma omp target map(tofrom: x)\n  x =\n'
  for i in $(seq 256); do echo '('; done
  echo x
  for i in $(seq 256); do echo ')'; done
  printf ';\n  return x;\n}\n'
} >deep.c
$OMPCC -c deep.c
