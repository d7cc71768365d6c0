// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a pipe or file, streamed, of any length up to a limit.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace cw::cli {

/// Reads a descriptor it does not own unless told so. A UTF-8 byte order mark at the start is dropped.
class LineReader final
{
public:
    static constexpr std::size_t longestLine = std::size_t{1} << 30U;

    /// `wakeDescriptor` ends waiting when it becomes readable; `name` is used in messages.
    LineReader(int descriptor, int wakeDescriptor, std::string name, bool closesDescriptor);
    ~LineReader();
    LineReader(const LineReader &) = delete;
    LineReader &operator=(const LineReader &) = delete;

    /// The next line without its line feed; empty at the end, or when woken. Errors: Io; BadInput for a line that is
    /// too long, naming it.
    [[nodiscard]] Result<std::optional<std::string>> nextLine();
    /// Number of the line that nextLine gave last, from 1.
    [[nodiscard]] std::uint64_t lineNumber() const noexcept { return m_lineNumber; }

    /// The first byte that is not white space, without consuming anything; empty when there is none. To be asked first.
    [[nodiscard]] Result<std::optional<char>> firstVisibleByte();
    /// Everything that is left, byte order mark included. Errors: Io; BadInput from `limit` bytes on.
    [[nodiscard]] Result<std::string> readAll(std::size_t limit);

    [[nodiscard]] bool wasWoken() const noexcept { return m_isWoken; }

private:
    /// False at the end, when woken and on failure.
    bool readMore();
    void dropByteOrderMark();
    std::string takeLine(std::size_t end);

    int m_descriptor;
    int m_wakeDescriptor;
    std::string m_name;
    bool m_closesDescriptor;
    std::string m_buffer;
    std::size_t m_begin = 0; ///< of what is not consumed yet, in m_buffer
    std::size_t m_scanned = 0; ///< no line feed in [m_begin, m_scanned)
    bool m_isAtStart = true;
    bool m_isAtEnd = false;
    bool m_isWoken = false;
    std::uint64_t m_lineNumber = 0;
    std::optional<Error> m_error;
};

} // namespace cw::cli
