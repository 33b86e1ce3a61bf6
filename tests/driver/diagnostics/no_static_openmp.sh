printf '#!/bin/sh\ncase "$*" in *-print-file-name=libomp.a) echo libomp.a;; *) exec %s "$@";; esac\n' "$CLANG" >clang
chmod +x clang
OMPCC_CC=$PWD/clang $OMPCC -static saxpy.c -o saxpy
