$OMPCC -finstrument-functions -fopenmp-targets=nvptx -c saxpy.c
