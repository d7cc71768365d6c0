// SPDX-License-Identifier: GPL-3.0-or-later
// Snapshots, texts and watched warnings for the tests of the chunk view.
#pragma once

#include "run/run.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw::test {

inline QStringList qtWarnings;

inline void recordWarnings(QtMsgType type, const QMessageLogContext &, const QString &message)
{
    const bool isPlatformLimit = message.startsWith(QStringLiteral("This plugin does not support"));
    if (type != QtDebugMsg && type != QtInfoMsg && !isPlatformLimit)
        qtWarnings << message;
}

inline std::shared_ptr<const RunSnapshot> snapshotOf(const std::vector<std::shared_ptr<const Document>> &documents,
                                                     std::int64_t max, std::int64_t overlap,
                                                     std::string_view strategy = "fixed-words")
{
    RunRequest request;
    request.documents = documents;
    request.config = defaultConfig(strategy, "words");
    request.config.max = max;
    request.config.overlap = overlap;
    Caches caches;
    Outcome<std::shared_ptr<const RunSnapshot>> outcome = run(request, caches, {});
    return outcome.hasValue() ? outcome.value() : nullptr;
}

inline std::shared_ptr<const RunSnapshot> snapshotOf(const std::string &text, std::int64_t max, std::int64_t overlap,
                                                     std::string_view strategy = "fixed-words")
{
    return snapshotOf({Document::fromText("test", text)}, max, overlap, strategy);
}

inline std::string numberedLines(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += "Line " + std::to_string(i) + " holds a few plain words to look at.\n";
    return text;
}

inline const char *const mixedText = "Plain English words, café and cafe\xCC\x81.\n"
                                     "检索增强生成（RAG）的效果取决于切分。\n"
                                     "An English line with مرحبا بالعالم inside and שלום too.\n"
                                     "هذا نص عربي يحتوي على كلمة English في الوسط ورقم 12345 أيضا\n"
                                     "Emoji 👩‍👩‍👧‍👦 and 🇩🇪 and 👍🏽 end.\r\n"
                                     "Tab\tand a control \x01 sign.";

} // namespace cw::test
