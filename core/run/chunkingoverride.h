// SPDX-License-Identifier: GPL-3.0-or-later
// Other chunking for some of the documents.
#pragma once

#include "run/parameters.h"

#include <cstdint>
#include <string>

namespace cw {

enum class OverrideScope : std::uint8_t { Format, Document };

/// How documents of one format, or one document, are chunked instead. One for the document counts before one for its
/// format. Tokenizer and model are always the configuration's.
struct ChunkingOverride
{
    OverrideScope scope = OverrideScope::Format;
    std::string target; ///< a format's id, or Document::id()
    std::string strategy;
    std::int64_t max = 300; ///< in that strategy's size unit
    std::int64_t overlap = 0;
    ParameterValues parameters;

    bool operator==(const ChunkingOverride &) const = default;
};

} // namespace cw
