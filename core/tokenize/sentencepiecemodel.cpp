// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/fragmentindex.h"
#include "tokenize/sentencepiecetokenizer.h"
#include "tokenize/unigramtokenindex.h"

#include <utility>

// Exported by the library, but in no header of it.
namespace sentencepiece::logging {
void SetMinLogLevel(int level);
}

namespace cw {

namespace {

constexpr int nothingButFatal = 3;

} // namespace

SentencePieceTokenizer::SentencePieceTokenizer(std::unique_ptr<const sentencepiece::SentencePieceProcessor> processor,
                                               SentencePieceFile file, TokenizerOrigin origin)
    : m_processor(std::move(processor)), m_file(std::move(file)), m_engine(SentencePieceEngine::of(m_file)),
      m_origin(std::move(origin)), m_hasBoundaries(m_file.spaceBeginsPiece
                                                   && (m_file.kind == SentencePieceFile::Kind::Bpe
                                                       || m_file.kind == SentencePieceFile::Kind::Character))
{
}

std::size_t SentencePieceTokenizer::count(std::string_view text) const
{
    return tokens(text).size();
}

std::vector<std::uint32_t> SentencePieceTokenizer::encode(std::string_view text) const
{
    std::vector<std::uint32_t> ids;
    for (const Token &token : tokens(text))
        ids.push_back(token.id);
    return ids;
}

std::vector<Token> SentencePieceTokenizer::tokens(std::string_view text) const
{
    std::vector<Token> tokens;
    fragmentTokens(text, {0, text.size()}, true, true, tokens);
    return tokens;
}

Result<std::vector<Token>> SentencePieceTokenizer::tryTokens(std::string_view text) const
{
    std::vector<Token> tokens;
    if (!fragmentTokens(text, {0, text.size()}, true, true, tokens))
        return whyUnknown();
    return tokens;
}

Error SentencePieceTokenizer::whyUnknown() const
{
    return {ErrorCode::BadInput,
            "The SentencePiece library fails on this text, so its tokens cannot be told exactly. Choose another "
            "tokenizer.",
            "tokenizer"};
}

std::string SentencePieceTokenizer::tokenText(std::uint32_t id) const
{
    return id < m_file.pieces.size() ? m_processor->IdToPiece(static_cast<int>(id)) : std::string();
}

Outcome<std::shared_ptr<const TokenIndex>> SentencePieceTokenizer::index(SharedText text, std::stop_token stop,
                                                                         unsigned threads) const
{
    if (m_engine && m_engine->isUnigram())
        return UnigramTokenIndex::of(std::move(text), m_engine, stop);
    return FragmentIndex::of(std::move(text), shared_from_this(), std::move(stop), threads);
}

bool SentencePieceTokenizer::fragmentTokens(std::string_view text, ByteRange fragment, bool isTextBegin,
                                            bool /*isTextEnd*/, std::vector<Token> &tokens) const
{
    // What the library puts before a text stands for the space that a later fragment begins with.
    const bool isSpaceAdded = !isTextBegin && dependsOnTextBegin();
    const std::size_t begin = fragment.begin + (isSpaceAdded ? 1 : 0);
    const std::size_t first = tokens.size();
    if (isSpaceAdded && begin == fragment.end) {
        tokens.push_back({static_cast<std::uint32_t>(m_processor->PieceToId("\u2581")), fragment});
        return true;
    }
    if (m_engine) {
        float sum = 0;
        m_engine->encode({text.substr(fragment.begin, fragment.size()), fragment.begin, !isTextBegin}, sum, tokens);
        return true;
    }
    sentencepiece::ImmutableSentencePieceText pieces;
    if (!m_processor->Encode(text.substr(begin, fragment.end - begin), pieces.mutable_proto()).ok())
        return false;
    for (std::size_t i = 0; i < pieces.pieces_size(); ++i) {
        const auto piece = pieces.pieces(static_cast<int>(i));
        tokens.push_back({piece.id(), {begin + piece.begin(), begin + piece.end()}});
    }
    if (!isTextBegin && tokens.size() > first)
        tokens[first].bytes.begin = fragment.begin;
    return true;
}

bool SentencePieceTokenizer::isCertainBoundary(std::string_view text, std::size_t byte) const
{
    if (m_engine)
        return m_hasBoundaries && m_engine->beginsWord(text, byte);
    const auto left = static_cast<unsigned char>(text[byte - 1]);
    return m_hasBoundaries && text[byte] == ' ' && left < m_file.plain.size() && m_file.plain[left];
}

Result<std::shared_ptr<const Tokenizer>> readSentencePieceModel(std::string_view bytes, TokenizerOrigin origin)
{
    Result<SentencePieceFile> file = SentencePieceFile::read(bytes);
    if (!file)
        return file.error();
    sentencepiece::logging::SetMinLogLevel(nothingButFatal);
    auto processor = std::make_unique<sentencepiece::SentencePieceProcessor>();
    const auto status = processor->LoadFromSerializedProto(bytes);
    if (!status.ok())
        return Error{ErrorCode::InvalidConfig, "The SentencePiece model cannot be used: the library refuses the file.",
                     "file"};
    return std::shared_ptr<const Tokenizer>(
        std::make_shared<const SentencePieceTokenizer>(std::move(processor), std::move(*file), std::move(origin)));
}

} // namespace cw
