printf 'int f(int x)\n{\n#pragma omp target map(x)\n  x++;\n  return x;\n}\n' >f.c
OMPCC_CC=$CLANG $OMPCC --target=riscv64-linux-gnu -c f.c
