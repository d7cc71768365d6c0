// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/bytealphabet.h"

#include "text/utf8.h"

namespace cw {

void spellBytes(std::span<TextPiece> pieces, PieceStore &store)
{
    std::size_t size = 0;
    for (const TextPiece &piece : pieces)
        size += piece.token ? 0 : piece.text.size();
    PieceStore::Buffer &buffer = store.newBuffer();
    buffer.text.reserve(size * 2); // so that nothing moves
    buffer.spans.reserve(size * 2);
    for (TextPiece &piece : pieces) {
        if (piece.token)
            continue;
        const std::size_t begin = buffer.text.size();
        for (std::size_t byte = 0; byte < piece.text.size(); ++byte) {
            const char32_t letter = byteAlphabet[static_cast<unsigned char>(piece.text[byte])];
            if (letter < 0x80) {
                buffer.text += static_cast<char>(letter);
            } else {
                buffer.text += static_cast<char>(0xC0 | (letter >> 6));
                buffer.text += static_cast<char>(0x80 | (letter & 0x3F));
                buffer.spans.push_back(piece.spans[byte]);
            }
            buffer.spans.push_back(piece.spans[byte]);
        }
        piece.text = std::string_view(buffer.text).substr(begin);
        piece.spans = buffer.spans.data() + begin;
    }
}

char32_t firstByteLetter(char32_t codePoint)
{
    std::string bytes;
    appendUtf8(bytes, codePoint);
    return byteAlphabet[static_cast<unsigned char>(bytes.front())];
}

char32_t lastByteLetter(char32_t codePoint)
{
    std::string bytes;
    appendUtf8(bytes, codePoint);
    return byteAlphabet[static_cast<unsigned char>(bytes.back())];
}

} // namespace cw
