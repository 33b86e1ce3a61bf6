CUDA_VISIBLE_DEVICES= $OMPCC -fopenmp-targets=nvptx --offload-arch=native -c saxpy.c
