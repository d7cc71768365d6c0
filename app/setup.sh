# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the scripts that build: installs missing Debian packages, after saying which and why.
# shellcheck shell=bash

cw_build_packages=(
    g++ cmake ninja-build pkg-config
    qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev
    libicu-dev libuchardet-dev rapidjson-dev
    libsimdjson-dev libsentencepiece-dev
    libpoppler-private-dev zlib1g-dev
    libexpat1-dev
    libcurl4-openssl-dev # HTTP and TLS to embedding servers
)
cw_desktop_packages=(fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji)
cw_test_packages=(
    libgtest-dev libgmock-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
    libarchive-dev
)

# cw_require WHY PACKAGE... : makes sure the packages are installed, or ends with a message that says what to do.
cw_require() {
    local why=$1
    shift
    local missing=() package
    for package in "$@"; do
        if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
            missing+=("$package")
        fi
    done
    [ ${#missing[@]} -eq 0 ] && return 0

    if ! command -v apt-get >/dev/null 2>&1; then
        echo "These Debian packages are needed $why, and there is no apt-get here: ${missing[*]}" >&2
        echo "Install what your system calls them, then run this again." >&2
        return 1
    fi
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "These packages are needed $why: ${missing[*]}" >&2
            echo "Installing needs root, and there is no sudo here. As root, run:" >&2
            echo "    apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing what is needed $why and missing here: ${missing[*]}"
    "${as_root[@]}" apt-get update -qq || echo "The package lists could not be refreshed; trying with the ones at hand." >&2
    if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
        >/dev/null; then
        echo "apt-get could not install: ${missing[*]}. Mend what it says above, then run this again." >&2
        return 1
    fi
}

# cw_configure BUILD_FOLDER ARGUMENTS... : configures once, and again when grammars came; later runs leave it to the
# build to notice changes.
cw_configure() {
    local folder=$1 grammars=some
    shift
    "$cw_root/app/fetch-grammars" && grammars=all
    local stamp="$folder/.configured-with" configured="$* with $grammars grammars"
    if [ ! -f "$folder/build.ninja" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$configured" ]; then
        echo "Configuring in $folder"
        local log
        mkdir -p "$folder"
        log="$folder/configure.log"
        if ! cmake -S "$cw_root" -B "$folder" -G Ninja "$@" >"$log" 2>&1; then
            cat "$log" >&2
            echo "Configuring failed; the whole output is in $log." >&2
            return 1
        fi
        printf '%s' "$configured" >"$stamp"
    fi
}

# cw_build BUILD_FOLDER [TARGET...] : quiet when there is nothing to do.
cw_build() {
    local folder=$1
    shift
    if [ $# -gt 0 ] && ninja -C "$folder" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
        return 0
    fi
    cmake --build "$folder" --parallel "$(nproc)" ${1:+--target "$@"}
}
