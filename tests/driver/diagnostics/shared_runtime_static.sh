$OMPCC -static -shared-libompcc saxpy.c -o saxpy
