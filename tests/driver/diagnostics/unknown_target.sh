$OMPCC -fopenmp-targets=gpu -c saxpy.c
