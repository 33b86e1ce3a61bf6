$OMPCC -fsanitize=offload -fopenmp-targets=nvptx -c saxpy.c
