$OMPCC -fshort-enums -c saxpy.c
