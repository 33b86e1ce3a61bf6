$OMPCC -Womp-lost-wrote -Wno-omp-lost-write -Werror=omp-nonesuch -c saxpy.c
