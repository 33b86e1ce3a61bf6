$OMPCC -c saxpy.c -o no/such/saxpy.o
