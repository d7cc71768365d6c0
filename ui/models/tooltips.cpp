// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tooltips.h"

#include <QFontMetrics>
#include <QRegularExpression>
#include <QStringList>
#include <QTextDocument>
#include <QTextLayout>
#include <QToolTip>

namespace cw {

namespace {

constexpr int widthInLetters = 64;
constexpr qsizetype linesAtMost = 40; // what a small screen has room for

void appendLines(QStringList &lines, const QString &paragraph)
{
    const QFont font = QToolTip::font();
    QTextLayout layout(paragraph, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid() && lines.size() <= linesAtMost;
         line = layout.createLine()) {
        line.setLineWidth(QFontMetrics(font).averageCharWidth() * widthInLetters);
        const QString text = paragraph.mid(line.textStart(), line.textLength());
        lines << (text.endsWith(QLatin1Char(' ')) ? text.chopped(1) : text);
    }
    layout.endLayout();
}

} // namespace

QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return text;
    QStringList lines;
    const QStringList paragraphs = text.split(QLatin1Char('\n'));
    for (const QString &paragraph : paragraphs) {
        if (lines.size() <= linesAtMost)
            appendLines(lines, paragraph);
    }
    if (lines.size() > linesAtMost) {
        lines.resize(linesAtMost);
        lines.last() += QStringLiteral("…");
    }
    return withoutMarkup(lines.join(QLatin1Char('\n')));
}

QString withoutMarkup(QString text)
{
    static const QRegularExpression openings(QStringLiteral("(<|&(?=[a-z]+;))"));
    return Qt::mightBeRichText(text) ? text.replace(openings, QStringLiteral("\\1\u2060")) : text;
}

} // namespace cw
