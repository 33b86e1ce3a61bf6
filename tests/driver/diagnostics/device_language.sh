echo 'int main() {}' > region.cpp
$OMPCC --offload-device-only -S -o - region.cpp
