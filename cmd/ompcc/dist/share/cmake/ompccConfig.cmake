# find_package(ompcc) for projects that use ompcc.
#
#   ompcc_EXECUTABLE, ompcc_CXX_EXECUTABLE   the compiler, and ompcc++
#   ompcc_TOOLCHAIN_FILE                     for CMAKE_TOOLCHAIN_FILE
#   ompcc_IS_COMPILER                        whether CMAKE_C_COMPILER is ompcc
#   ompcc::headers                           the folder of omp-tools.h and ompx.h, for OMPT tools
#   ompcc::offload                           where ompcc is the C compiler: the options of the targets in
#                                            OMPCC_TARGETS (cpu) and OMPCC_ARCHS, lists, to compile and link
#   ompcc_add_library(NAME SOURCE...)        with any C compiler: a shared library of C sources that ompcc compiles

get_filename_component(_ompcc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ompcc_EXECUTABLE "${_ompcc_prefix}/bin/ompcc")
set(ompcc_CXX_EXECUTABLE "${_ompcc_prefix}/bin/ompcc++")
set(ompcc_TOOLCHAIN_FILE "${CMAKE_CURRENT_LIST_DIR}/toolchain.cmake")
set(OMPCC_TARGETS "cpu" CACHE STRING "Targets of ompcc's device code")
set(OMPCC_ARCHS "" CACHE STRING "GPU architectures of ompcc's device code")

string(REPLACE ";" "," _ompcc_targets "${OMPCC_TARGETS}")
string(REPLACE ";" "," _ompcc_archs "${OMPCC_ARCHS}")
set(_ompcc_options "-fopenmp-targets=${_ompcc_targets}")
if(_ompcc_archs)
  list(APPEND _ompcc_options "--offload-arch=${_ompcc_archs}")
endif()

get_filename_component(_ompcc_compiler "${CMAKE_C_COMPILER}" REALPATH)
get_filename_component(_ompcc_real "${ompcc_EXECUTABLE}" REALPATH)
set(ompcc_IS_COMPILER FALSE)
if(_ompcc_compiler STREQUAL _ompcc_real)
  set(ompcc_IS_COMPILER TRUE)
endif()

if(NOT TARGET ompcc::headers)
  add_library(ompcc::headers INTERFACE IMPORTED)
  set_target_properties(ompcc::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_ompcc_prefix}/include/ompcc")
endif()
if(ompcc_IS_COMPILER AND NOT TARGET ompcc::offload)
  add_library(ompcc::offload INTERFACE IMPORTED)
  set_target_properties(ompcc::offload PROPERTIES
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:C>:${_ompcc_options}>"
    INTERFACE_LINK_OPTIONS "${_ompcc_options}")
endif()

# Each source is compiled with the flags of OMPCC_C_FLAGS; the headers that it includes are dependences.
set(OMPCC_C_FLAGS "-O2" CACHE STRING "Options of ompcc_add_library")
function(ompcc_add_library name)
  separate_arguments(flags UNIX_COMMAND "${OMPCC_C_FLAGS}")
  set(objects)
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(stem "${source}" NAME_WE)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/${name}.${stem}.o")
    add_custom_command(OUTPUT "${object}" DEPENDS "${path}" DEPFILE "${object}.d" VERBATIM
      COMMAND "${ompcc_EXECUTABLE}" ${flags} ${_ompcc_options} -fPIC -MD -MF "${object}.d" -MT "${object}" -c "${path}" -o "${object}")
    list(APPEND objects "${object}")
  endforeach()
  set(library "${CMAKE_CURRENT_BINARY_DIR}/${CMAKE_SHARED_LIBRARY_PREFIX}${name}${CMAKE_SHARED_LIBRARY_SUFFIX}")
  add_custom_command(OUTPUT "${library}" DEPENDS ${objects} VERBATIM
    COMMAND "${ompcc_EXECUTABLE}" ${flags} ${_ompcc_options} -shared ${objects} -o "${library}")
  add_custom_target(${name}_link DEPENDS "${library}")
  add_library(${name} SHARED IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${library}" IMPORTED_NO_SONAME TRUE)
  add_dependencies(${name} ${name}_link)
endfunction()
