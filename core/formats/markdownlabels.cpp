// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/markdowntitle.h"

#include <algorithm>

namespace cw::markdown {

namespace {

std::string normalized(std::string_view label)
{
    std::string key = headingTitle(label, {0, label.size()});
    for (char &c : key)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    return key;
}

} // namespace

void Labels::add(std::string_view label)
{
    m_labels.push_back(normalized(label));
}

void Labels::sort()
{
    std::ranges::sort(m_labels);
}

bool Labels::holds(std::string_view label) const
{
    return !m_labels.empty() && std::ranges::binary_search(m_labels, normalized(label));
}

} // namespace cw::markdown
