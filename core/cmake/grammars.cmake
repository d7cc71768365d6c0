# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the tree-sitter grammars that app/fetch-grammars put into the cache and generates the table of them. A
# language whose grammar is not there has a null entry, and the program says so; nothing else depends on it.

# The same folder as in app/fetch-grammars.
if(DEFINED ENV{CW_GRAMMARS})
    set(cw_grammar_cache "$ENV{CW_GRAMMARS}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
    set(cw_grammar_cache "$ENV{XDG_CACHE_HOME}/chunkwright/grammars")
elseif(DEFINED ENV{HOME})
    set(cw_grammar_cache "$ENV{HOME}/.cache/chunkwright/grammars")
else()
    set(cw_grammar_cache "${CMAKE_SOURCE_DIR}/build/grammars")
endif()
set(CHUNKWRIGHT_GRAMMARS "${cw_grammar_cache}" CACHE PATH "Folder of the grammars that app/fetch-grammars gets")

# The folder of a package in the cache: of the version that app/grammars.sha256 names.
function(cw_grammar_package name result)
    set(checksums "${CMAKE_SOURCE_DIR}/app/grammars.sha256")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${checksums}")
    file(STRINGS "${checksums}" archive REGEX "  ${name}-[0-9][0-9.]*[.]tgz$")
    string(REGEX REPLACE "^.*  (.*)[.]tgz$" "\\1" folder "${archive}")
    set(${result} "${CHUNKWRIGHT_GRAMMARS}/${folder}" PARENT_SCOPE)
endfunction()

# cw_add_grammars(<target> GRAMMARS <name>[=<folder of its sources>] ... SOURCES <file> ...)
# A grammar `python` is in the package tree-sitter-python and defines tree_sitter_python(). The target gets
# cw::code::grammar(), and SOURCES when there is anything to parse with.
function(cw_add_grammars target)
    cmake_parse_arguments(ADD "" "" "GRAMMARS;SOURCES" ${ARGN})
    # The tables are nearly all there is to compile, and are the same in every build: flags of their own let ccache find
    # them again. Sanitizers look at what people wrote, the parser and the scanners.
    enable_language(C)
    set(CMAKE_C_FLAGS "")
    foreach(type DEV DEBUG RELEASE RELWITHDEBINFO MINSIZEREL)
        set(CMAKE_C_FLAGS_${type} "")
    endforeach()
    set(sources "")
    set(written "")
    set(missing "")
    set(declarations "")
    set(entries "")
    cw_grammar_package(tree-sitter library)
    set(library "${library}/vendor/tree-sitter/lib")
    foreach(grammar IN LISTS ADD_GRAMMARS)
        string(REGEX REPLACE "=.*" "" name "${grammar}")
        if(grammar MATCHES "=(.*)")
            set(path "${CMAKE_MATCH_1}")
        else()
            set(path "${name}/src")
        endif()
        string(REGEX MATCH "^([^/]*)(/.*)$" path "${path}")
        set(path "${CMAKE_MATCH_2}")
        cw_grammar_package("tree-sitter-${CMAKE_MATCH_1}" folder)
        string(APPEND folder "${path}")
        if(NOT EXISTS "${folder}/parser.c" OR NOT EXISTS "${library}/src/lib.c")
            list(APPEND missing "${name}")
            continue()
        endif()
        list(APPEND sources "${folder}/parser.c")
        set_source_files_properties("${folder}/parser.c" PROPERTIES INCLUDE_DIRECTORIES "${folder}")
        if(EXISTS "${folder}/scanner.c")
            list(APPEND written "${folder}/scanner.c")
            set_source_files_properties("${folder}/scanner.c" PROPERTIES
                INCLUDE_DIRECTORIES "${folder}"
                COMPILE_OPTIONS "-include;${CMAKE_CURRENT_SOURCE_DIR}/scannermemory.h")
        endif()
        string(REPLACE "-" "_" symbol "${name}")
        string(APPEND declarations "const TSLanguage *tree_sitter_${symbol}();\n")
        string(APPEND entries "    if (name == \"${name}\")\n        return tree_sitter_${symbol}();\n")
    endforeach()

    if(sources)
        list(APPEND written "${library}/src/lib.c")
        set_source_files_properties("${library}/src/lib.c" PROPERTIES
            INCLUDE_DIRECTORIES "${library}/src"
            COMPILE_DEFINITIONS "_POSIX_C_SOURCE=200112L;_DEFAULT_SOURCE"
            # Calls inside the library are not to be replaced from outside, so they can be inlined.
            COMPILE_OPTIONS "-O3;-fvisibility=hidden;-include;${CMAKE_CURRENT_SOURCE_DIR}/countinghere.h")
        if(NOT CHUNKWRIGHT_SANITIZE)
            set_property(SOURCE "${library}/src/lib.c" APPEND PROPERTY COMPILE_DEFINITIONS NDEBUG)
        else()
            set_property(SOURCE ${written} APPEND PROPERTY
                COMPILE_OPTIONS "-fsanitize=${CHUNKWRIGHT_SANITIZE};-fno-omit-frame-pointer")
        endif()
        add_library(cw_grammars STATIC ${sources} ${written})
        set_target_properties(cw_grammars PROPERTIES COMPILE_OPTIONS "-O2;-w" C_STANDARD 11 C_EXTENSIONS ON)
        target_include_directories(cw_grammars PRIVATE "${library}/include")
        if(CCACHE_PROGRAM)
            set_target_properties(cw_grammars PROPERTIES C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
        endif()
        # The headers are for these sources alone: all others are compiled as in every build.
        target_link_libraries(${target} PRIVATE $<LINK_ONLY:cw_grammars>)
        list(TRANSFORM ADD_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
        target_sources(${target} PRIVATE ${ADD_SOURCES})
        set_source_files_properties(${ADD_SOURCES} TARGET_DIRECTORY ${target}
            PROPERTIES COMPILE_OPTIONS "-isystem${library}/include")
    else()
        # Never called: no grammar, no source code.
        set(fallback "
Outcome<std::shared_ptr<const BlockTree>> readCode(const Language &, std::string_view text, std::stop_token stop)
{
    return readParagraphs(text, std::move(stop));
}
")
    endif()
    if(missing)
        string(REPLACE ";" ", " missing "${missing}")
        message(STATUS "Source code in these languages opens as plain text, because their grammars are not in "
            "${CHUNKWRIGHT_GRAMMARS}: ${missing}. To have them, run app/fetch-grammars and configure again.")
    endif()
    set(generated "${CMAKE_CURRENT_BINARY_DIR}/grammars.cpp")
    file(CONFIGURE OUTPUT "${generated}" @ONLY CONTENT
"// SPDX-License-Identifier: GPL-3.0-or-later
// Generated from the grammars that were there when the build was configured.
#include \"formats/code/language.h\"

#include <utility>

extern \"C\" {
@declarations@}

namespace cw::code {

const TSLanguage *grammar([[maybe_unused]] std::string_view name) noexcept
{
@entries@    return nullptr;
}
@fallback@
} // namespace cw::code
")
    target_sources(${target} PRIVATE "${generated}")
endfunction()
