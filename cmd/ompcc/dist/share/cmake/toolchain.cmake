# cmake -DCMAKE_TOOLCHAIN_FILE=…/lib/cmake/ompcc/toolchain.cmake: ompcc compiles C, ompcc++ compiles and links C++.
get_filename_component(_ompcc_bin "${CMAKE_CURRENT_LIST_DIR}/../../../bin" ABSOLUTE)
set(CMAKE_C_COMPILER "${_ompcc_bin}/ompcc")
set(CMAKE_CXX_COMPILER "${_ompcc_bin}/ompcc++")
list(APPEND CMAKE_PREFIX_PATH "${_ompcc_bin}/..")
