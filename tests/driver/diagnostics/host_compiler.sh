OMPCC_CC=no-such-cc $OMPCC -c saxpy.c
