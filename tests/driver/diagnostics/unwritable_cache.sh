touch cache
OMPCC_CACHE=cache $OMPCC saxpy.c -o saxpy
