$OMPCC -c saxpy.c
printf 'nonsense' >record
objcopy --update-section .ompcc.x86_64=record saxpy.o
$OMPCC saxpy.o -o saxpy
