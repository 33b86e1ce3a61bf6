echo end > main.f90
$OMPCC main.f90 -o main
