# Two archives; files of one name with static functions and kernels of one name.
$OMPCC -c lib1.c; $OMPCC -c lib2.c -o other.o
ar rcs lib1.a lib1.o; ar rcs libother.a other.o
$OMPCC main.c lib1.a -L. -lother -o main
expect "$(./main)" "46 46 7"
$OMPCC -c one/same.c -o one.o; $OMPCC -c two/same.c -o two.o
$OMPCC same_main.c one.o two.o -o same
expect "$(./same)" "4 5"
$OMPCC same_main.c one/same.c two/same.c -o same
expect "$(./same)" "4 5"
ar rcsT thin.a one.o two.o
$OMPCC same_main.c thin.a -o same
expect "$(./same)" "4 5"
$OMPCC -r one.o two.o -o all.o
$OMPCC same_main.c all.o -o same
expect "$(./same)" "4 5"
