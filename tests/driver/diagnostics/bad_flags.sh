$OMPCC -c main.c lib1.c -o both.o
