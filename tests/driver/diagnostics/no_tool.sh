mkdir -p llvm/bin && printf '#!/no/such/interpreter\n' >llvm/bin/clang && chmod +x llvm/bin/clang
OMPCC_CC=gcc OMPCC_LLVM=llvm $OMPCC -fopenmp-targets=nvptx saxpy.c -o saxpy
