// SPDX-License-Identifier: GPL-3.0-or-later
// One line of JSONL input: {"doc_id": "...", "text": "..."}.
#pragma once

#include "base/result.h"
#include "text/document.h"

#include <cstdint>
#include <memory>
#include <string>

namespace cw::cli {

struct Record
{
    std::shared_ptr<const Document> document;
    std::uint64_t replacedSurrogates = 0; ///< lone surrogates in the line that became U+FFFD
};

/// Reads a JSON object with a string `text` and, if it has one, a string or integer `doc_id`; without it the document
/// is named by the SHA-256 of its text. A string `format` names a FormatDescriptor; without it formatOf() decides.
/// Other keys are ignored. Parsed without recursion; nesting is limited to `deepestNesting`. Errors: BadInput,
/// beginning with `place` ("docs.jsonl, line 3") and naming the key or byte.
[[nodiscard]] Result<Record> parseRecord(std::string line, const std::string &place);

inline constexpr unsigned deepestNesting = 1000;

/// True when the line holds nothing but white space.
[[nodiscard]] bool isBlank(std::string_view line) noexcept;

} // namespace cw::cli
