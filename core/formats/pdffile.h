// SPDX-License-Identifier: GPL-3.0-or-later
// A PDF file through Poppler: with formats/pdfoutline.h the only code that knows the library.
#pragma once

#include "base/result.h"
#include "formats/pdfpage.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace cw::pdf {

inline constexpr std::size_t mostPages = 200'000;
inline constexpr std::size_t mostOutlineEntries = 100'000;
inline constexpr unsigned deepestOutlineLevel = 32;
inline constexpr std::size_t mostCharactersOfPage = 2'000'000;
/// Pages with more strings or words are taken in the order of the file: what the library does to put words in reading
/// order cannot be stopped, and grows with the third power of words that each stand a little further on (4 s for
/// 6,000).
inline constexpr std::size_t mostStringsInReadingOrder = 20'000;
inline constexpr std::size_t mostWordsInReadingOrder = 6'000;
/// What a page's own content may unpack to.
inline constexpr std::size_t mostContentBytesOfPage = std::size_t{256} << 20U;

/// One file. Files can be read on several threads, each by one. Never prints.
class File final
{
public:
    /// Errors: BadInput with a whole sentence that does not name the file: not a PDF, damaged beyond repair, needs a
    /// password. What the owner forbids (copying, printing) is read all the same: the reader was given the file.
    [[nodiscard]] static Result<File> open(std::string bytes);
    ~File();
    File(File &&) noexcept;
    File &operator=(File &&) noexcept;

    [[nodiscard]] std::size_t pageCount() const noexcept;
    /// "iv", "A-3", ...; the page's number counted from 1 where the file has no labels.
    [[nodiscard]] std::string label(std::size_t page) const;
    /// Errors: Cancelled. A page that cannot be read has no rows.
    [[nodiscard]] Outcome<PageText> page(std::size_t page, std::stop_token stop);
    [[nodiscard]] FileOutline outline();
    /// Whether an encoding that the file names and does not hold is missing on this computer, so that text is missing.
    [[nodiscard]] const std::string &missingEncoding() const noexcept;

private:
    struct State;
    explicit File(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace cw::pdf
