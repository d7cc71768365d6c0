// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fuzzstrings.h"

#include "support/jsonlines.h"
#include "text/utf8.h"

#include <fstream>
#include <iterator>

namespace cw::testing {

FuzzStrings::FuzzStrings(const std::string &alphabetsFile, std::uint32_t seed) : m_state(seed)
{
    for (const auto &row : readJsonLines(alphabetsFile)) {
        m_byWeight.insert(m_byWeight.end(), row["weight"].GetUint(), m_alphabets.size());
        m_alphabets.push_back(stringsOf(row["parts"]));
        m_everyPart.insert(m_everyPart.end(), m_alphabets.back().begin(), m_alphabets.back().end());
    }
}

std::uint32_t FuzzStrings::below(std::size_t limit)
{
    m_state += 0x9E3779B9U;
    std::uint32_t z = m_state;
    z = (z ^ (z >> 16U)) * 0x21F0AAADU;
    z = (z ^ (z >> 15U)) * 0x735A2D97U;
    return (z ^ (z >> 15U)) % static_cast<std::uint32_t>(limit);
}

std::size_t FuzzStrings::byteLimit()
{
    const std::uint32_t kind = below(1000);
    if (kind < 2)
        return 400 + below(3600);
    if (kind < 80)
        return 100 + below(300);
    return 1 + below(kind < 400 ? 100 : 24);
}

std::string FuzzStrings::scalar()
{
    constexpr std::array<std::size_t, 6> reaches{0x80, 0x800, 0x3000, 0x10000, 0x20000, 0x110000};
    const std::uint32_t value = below(reaches[below(reaches.size())]);
    std::string text;
    appendUtf8(text, value >= 0xD800 && value < 0xE000 ? value - 0xD800 : value);
    return text;
}

std::string FuzzStrings::word()
{
    const std::uint32_t upper = below(4);
    std::string word = below(2) == 0 ? " " : "";
    for (std::uint32_t left = 1 + below(18); left > 0; --left) {
        const char first = below(6) < upper ? 'A' : 'a';
        word += static_cast<char>(first + static_cast<char>(below(26)));
    }
    return word;
}

std::string FuzzStrings::piece(const Parts &alphabet)
{
    switch (below(32)) {
    case 0:
        return scalar();
    case 1: {
        const std::string &part = alphabet[below(alphabet.size())];
        std::string run;
        for (std::uint32_t left = 2 + below(30); left > 0; --left)
            run += part;
        return run;
    }
    case 2:
        return m_everyPart[below(m_everyPart.size())];
    case 3:
        return word();
    default:
        return alphabet[below(alphabet.size())];
    }
}

std::string FuzzStrings::next()
{
    const std::size_t limit = byteLimit();
    std::array<std::size_t, 3> alphabets{};
    for (std::size_t &alphabet : alphabets)
        alphabet = m_byWeight[below(m_byWeight.size())];
    std::size_t alphabet = alphabets[0];
    std::string text;
    while (text.size() < limit) {
        if (below(8) == 0)
            alphabet = alphabets[below(alphabets.size())];
        text += piece(m_alphabets[alphabet]);
    }
    return text;
}

namespace {

class Reader
{
public:
    explicit Reader(std::string bytes) : m_bytes(std::move(bytes)) { }

    [[nodiscard]] bool isAtEnd() const noexcept { return m_at >= m_bytes.size(); }
    [[nodiscard]] bool failed() const noexcept { return m_failed; }

    std::uint32_t byte()
    {
        if (isAtEnd()) {
            m_failed = true;
            return 0;
        }
        return static_cast<unsigned char>(m_bytes[m_at++]);
    }

    std::uint32_t word()
    {
        std::uint32_t value = 0;
        for (unsigned shift = 0; shift < 32; shift += 8)
            value |= byte() << shift;
        return value;
    }

    std::size_t varint()
    {
        std::size_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint32_t next = byte();
            value |= std::size_t{next & 127U} << shift;
            if (next < 128 || shift > 21)
                return value;
        }
    }

private:
    std::string m_bytes;
    std::size_t m_at = 0;
    bool m_failed = false;
};

} // namespace

std::vector<FuzzBlock> readFuzzBlocks(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    Reader reader({std::istreambuf_iterator<char>(file), {}});
    std::vector<FuzzBlock> blocks;
    while (!reader.isAtEnd()) {
        FuzzBlock &block = blocks.emplace_back();
        block.textHash = reader.word();
        for (std::uint32_t &hash : block.idsHash)
            hash = reader.word();
        for (auto &counts : block.counts) {
            for (std::size_t i = 0; i < FuzzBlock::strings; ++i)
                counts.push_back(reader.varint());
        }
    }
    if (reader.failed())
        blocks.clear();
    return blocks;
}

} // namespace cw::testing
