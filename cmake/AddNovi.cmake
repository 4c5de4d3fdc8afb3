# Helpers that every directory of Novi uses to declare its targets.

# The warnings and language settings that LLVM's headers ask for.
function(novi_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wno-unused-parameter)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  endif()
endfunction()

# Makes a library part of the package that find_package(Novi) finds.
function(novi_install_library name)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${name} EXPORT NoviTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# novi_add_library(<name> SOURCES <file>... [DEPENDS <target>...]
#                  [LINK <library>...])
# A static library of Novi. MLIR and LLVM come from their shared libraries.
function(novi_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  novi_compile_options(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  novi_install_library(${name})
endfunction()

# novi_add_tool(<name> [NO_INSTALL] SOURCES <file>... [LINK <library>...])
# An executable in build/bin.
function(novi_add_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  novi_compile_options(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  if(NOT ARG_NO_INSTALL)
    install(TARGETS ${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()
