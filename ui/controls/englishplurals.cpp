// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/englishplurals.h"

#include <QRegularExpression>

namespace cw {

QString EnglishPlurals::translate(const char *, const char *sourceText, const char *, int n) const
{
    if (n < 0)
        return {};
    static const QRegularExpression ending(QStringLiteral("(?<=[a-z])\\((e?s)\\)"));
    QString text = QString::fromUtf8(sourceText);
    text.replace(ending, n == 1 ? QString() : QStringLiteral("\\1"));
    return text;
}

} // namespace cw
