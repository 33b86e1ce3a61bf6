cat > region.cpp <<'END'
int main() {
  int d = 1;
#pragma omp target map(tofrom: d)
  d++;
  return d - 2;
}
END
ln -s $OMPCC ompcc++
./ompcc++ -c region.cpp
