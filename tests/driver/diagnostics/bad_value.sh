$OMPCC -fopenmp-version=12 -c saxpy.c
