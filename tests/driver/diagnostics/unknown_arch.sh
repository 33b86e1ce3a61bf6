$OMPCC -fopenmp-targets=nvptx --offload-arch=sm_999 -c saxpy.c
