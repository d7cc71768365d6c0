// SPDX-License-Identifier: GPL-3.0-or-later
// How many documents of which formats a call has worked on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace cw::cli {

/// "3 documents", "1 chunk".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

class DocumentCounts final
{
public:
    void add(std::string_view format);
    void add(const DocumentCounts &other);
    /// "1 document (text)", "3 documents (1 markdown, 2 text)", formats in the order of their ids; "0 documents".
    [[nodiscard]] std::string text() const;

private:
    std::map<std::string, std::uint64_t, std::less<>> m_byFormat; ///< no zeros
};

} // namespace cw::cli
