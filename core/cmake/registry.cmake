# SPDX-License-Identifier: GPL-3.0-or-later
# Generates the table of one extension point from a list of names, so that the order is visible, nothing registers itself
# at start-up and an unknown name fails to link.
#
# cw_generate_registry(<target> HEADER <header> TYPE <descriptor type> FUNCTION <table function> SCOPE <namespace> NAMES ...)
# Each name N needs a file N.cpp in the calling folder that defines `const TYPE &SCOPE::N();`. The file is added to the target.
# A name may have a folder before it: D/N is the file D/N.cpp.
function(cw_generate_registry target)
    cmake_parse_arguments(REG "" "HEADER;TYPE;FUNCTION;SCOPE" "NAMES" ${ARGN})
    set(declarations "")
    set(entries "")
    list(LENGTH REG_NAMES count)
    foreach(path IN LISTS REG_NAMES)
        get_filename_component(name ${path} NAME)
        string(APPEND declarations "const ${REG_TYPE} &${name}();\n")
        string(APPEND entries "        &${REG_SCOPE}::${name}(),\n")
        target_sources(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${path}.cpp)
    endforeach()
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${REG_FUNCTION}registry.cpp)
    file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// SPDX-License-Identifier: GPL-3.0-or-later
// Generated from the list in CMake.
#include \"@REG_HEADER@\"

#include <array>

namespace cw {
namespace @REG_SCOPE@ {
@declarations@}

std::span<const @REG_TYPE@ *const> @REG_FUNCTION@() noexcept
{
    static const std::array<const @REG_TYPE@ *, @count@> table{
@entries@    };
    return table;
}

} // namespace cw
")
    target_sources(${target} PRIVATE ${generated})
endfunction()
