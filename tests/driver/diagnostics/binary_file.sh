printf '\0\1\2' >blob
$OMPCC blob -o saxpy
