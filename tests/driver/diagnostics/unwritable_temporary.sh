TMPDIR=/no/such/folder $OMPCC -c saxpy.c
