$OMPCC -MM saxpy.c > deps; grep -q '^saxpy.o: saxpy.c config.h' deps
$OMPCC -M saxpy.c | grep -q omp.h
$OMPCC -c -MD saxpy.c; grep -q config.h saxpy.d
$OMPCC -c -MMD -MP -MF my.d -MT target.o saxpy.c -o obj.o; grep -q '^target.o:' my.d; grep -q '^config.h:' my.d
$OMPCC -c -MMD saxpy.c -o dir.o; grep -q '^dir.o:' dir.d
