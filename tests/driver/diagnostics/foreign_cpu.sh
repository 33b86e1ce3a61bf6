$OMPCC -fopenmp-targets=aarch64-linux-gnu saxpy.c -o saxpy
