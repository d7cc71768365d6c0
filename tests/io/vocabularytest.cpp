// SPDX-License-Identifier: GPL-3.0-or-later
// The published vocabularies can be rebuilt from what is in the program.
#include "tokenize/bpetokenizer.h"
#include "tokenize/embeddedvocabularies.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <gtest/gtest.h>

namespace cw {
namespace {

class PublishedVocabulary : public ::testing::TestWithParam<std::string_view>
{
};

TEST_P(PublishedVocabulary, IsRebuiltByteForByte)
{
    const auto tokenizer = *findTokenizer(GetParam())->create();
    const auto *bpe = dynamic_cast<const BpeTokenizer *>(tokenizer.get());
    ASSERT_NE(bpe, nullptr);
    const BpeVocabulary &vocabulary = bpe->model().vocabulary();
    QByteArray file;
    for (std::uint32_t token = 0; token < vocabulary.size(); ++token) {
        file += QByteArray::fromStdString(vocabulary.tokenBytes(token)).toBase64();
        file += ' ' + QByteArray::number(bpe->model().publishedId(token)) + '\n';
    }
    const QByteArray digest = QCryptographicHash::hash(file, QCryptographicHash::Sha256).toHex();
    EXPECT_EQ(digest.toStdString(), tokenizer->vocabularySha256());
}

INSTANTIATE_TEST_SUITE_P(Bpe, PublishedVocabulary,
                         ::testing::Values("o200k_base", "cl100k_base", "p50k_base", "r50k_base"));

TEST(PublishedVocabulary, BertPiecesAreThePublishedFile)
{
    const std::string_view pieces = embeddedText(cwBertUncasedPieces, cwBertUncasedPiecesEnd);
    const QByteArray file(pieces.data(), static_cast<qsizetype>(pieces.size()));
    const QByteArray digest = QCryptographicHash::hash(file, QCryptographicHash::Sha256).toHex();
    EXPECT_EQ(digest.toStdString(), (*findTokenizer("bert-uncased")->create())->vocabularySha256());
}

} // namespace
} // namespace cw
