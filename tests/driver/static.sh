$OMPCC -static lib1.c lib2.c main.c -o main
expect "$(./main)" "46 46 7"
! readelf -d main | grep -q NEEDED || exit 1
