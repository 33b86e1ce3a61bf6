$OMPCC -c lib1.c && ar rcsT thin.a lib1.o && rm lib1.o
$OMPCC main.c thin.a -o main
