echo 'int x;' >plain.c
$OMPCC --offload-device-only -S plain.c
