OMPCC_LLVM=/no/such/llvm $OMPCC -c saxpy.c
