echo '@args' >args
$OMPCC @args
