// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace cw {

/// The plural forms of the program's own English: tr("%n match(es)", nullptr, n) reads "1 match" or "3 matches". Other
/// languages bring their forms in translation files, which are asked first when installed later.
class EnglishPlurals final : public QTranslator
{
    Q_OBJECT

public:
    using QTranslator::QTranslator;

    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char *context, const char *sourceText, const char *disambiguation,
                                    int n) const override;
};

} // namespace cw
