$OMPCC -c lib1.c && $OMPCC -c lib2.c
$OMPCC -fsanitize=offload main.c lib1.o lib2.o -o main
