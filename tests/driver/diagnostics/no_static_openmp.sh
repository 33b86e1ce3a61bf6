printf '#!/bin/sh\ncase "$*" in *-print-file-name=libomp.a) echo libomp.a;; *) exec clang-19 "$@";; esac\n' >clang
chmod +x clang
OMPCC_CC=$PWD/clang $OMPCC -static saxpy.c -o saxpy
