$OMPCC -c saxpi.c
