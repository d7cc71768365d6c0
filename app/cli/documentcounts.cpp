// SPDX-License-Identifier: GPL-3.0-or-later
#include "documentcounts.h"

namespace cw::cli {

std::string counted(std::uint64_t number, std::string_view one, std::string_view many)
{
    std::string text = std::to_string(number);
    text += ' ';
    text += number == 1 ? one : many;
    return text;
}

void DocumentCounts::add(std::string_view format)
{
    ++m_byFormat.try_emplace(std::string(format)).first->second;
}

void DocumentCounts::add(const DocumentCounts &other)
{
    for (const auto &[format, count] : other.m_byFormat)
        m_byFormat[format] += count;
}

std::string DocumentCounts::text() const
{
    std::uint64_t all = 0;
    std::string formats;
    for (const auto &[format, count] : m_byFormat) {
        all += count;
        formats += formats.empty() ? " (" : ", ";
        if (m_byFormat.size() > 1)
            formats += std::to_string(count) + ' ';
        formats += format;
    }
    return counted(all, "document", "documents") + (formats.empty() ? std::string() : formats + ')');
}

} // namespace cw::cli
