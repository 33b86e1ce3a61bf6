$OMPCC -ftrapv -c saxpy.c
