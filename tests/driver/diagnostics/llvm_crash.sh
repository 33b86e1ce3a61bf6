mkdir -p llvm/bin
for p in clang opt llvm-link ld.lld llc; do printf '#!/bin/sh\necho "PLEASE submit a bug report to https://example.org" >&2\nexit 139\n' >llvm/bin/$p && chmod +x llvm/bin/$p; done
OMPCC_CC=gcc OMPCC_LLVM=llvm $OMPCC -O2 saxpy.c -o saxpy
