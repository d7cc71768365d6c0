// SPDX-License-Identifier: GPL-3.0-or-later
// Zip archives for tests, written by libarchive.
#pragma once

#include <string>
#include <vector>

namespace cw::test {

struct ZipPart
{
    std::string name;
    std::string content;
    bool isStored = false;
};

/// The bytes of an archive of these parts in this order. `options` are libarchive's, such as "zip:zip64"; a password
/// encrypts every part.
[[nodiscard]] std::string zipOf(const std::vector<ZipPart> &parts, const std::string &options = {},
                                const std::string &password = {});

} // namespace cw::test
