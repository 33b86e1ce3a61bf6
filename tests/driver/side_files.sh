# What the host compiler writes beside an object is there after compiling and linking in one
# command, too, beside the program and under its name, and the object is not.
echo 'int main(void) { return 0; }' > plain.c
for source in plain saxpy; do
  for flag in "-ftest-coverage gcno" "-g -gsplit-dwarf dwo" "-fstack-usage su" "-O2 -fsave-optimization-record opt"; do
    extension=${flag##* }; flags=${flag% *}
    mkdir -p out; $OMPCC $flags $source.c -o out/app; ./out/app > said
    ls out | grep -q "^app-$source\..*$extension" || { echo "$source $flags: $(ls out)" >&2; exit 1; }
    [ ! -e out/app-$source.o ]
    case $extension in
    dwo) readelf --debug-dump=info out/app | grep -q "app-$source.dwo";;
    esac
    rm -r out
  done
done
# A file of that name is the user's.
echo mine > a.out-plain.o; $OMPCC -fstack-usage plain.c; expect "$(cat a.out-plain.o)" mine
