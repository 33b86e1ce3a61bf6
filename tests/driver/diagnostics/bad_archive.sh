printf '!<arch>\n%-58s`\n' 'main.o/ size?' >lib.a
$OMPCC main.c lib.a -o main
