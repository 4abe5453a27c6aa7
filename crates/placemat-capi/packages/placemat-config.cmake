# find_package(placemat) gives placemat::placemat, which is shared, and placemat::static.
get_filename_component(_placemat_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET placemat::placemat)
  add_library(placemat::placemat SHARED IMPORTED)
  set_target_properties(placemat::placemat PROPERTIES
    IMPORTED_LOCATION "${_placemat_prefix}/lib/libplacemat.so.@VERSION@"
    IMPORTED_SONAME "libplacemat.so.@SO_VERSION@"
    INTERFACE_INCLUDE_DIRECTORIES "${_placemat_prefix}/include")
endif()

if(NOT TARGET placemat::static)
  add_library(placemat::static STATIC IMPORTED)
  set_target_properties(placemat::static PROPERTIES
    IMPORTED_LOCATION "${_placemat_prefix}/lib/libplacemat.a"
    INTERFACE_LINK_LIBRARIES "pthread;dl;m"
    INTERFACE_INCLUDE_DIRECTORIES "${_placemat_prefix}/include")
endif()

unset(_placemat_prefix)
