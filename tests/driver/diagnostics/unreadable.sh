mkdir folder.c
$OMPCC -c folder.c
