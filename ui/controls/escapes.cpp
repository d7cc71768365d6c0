// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/escapes.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace cw {

namespace {

constexpr struct
{
    char16_t letter;
    char16_t meaning;
} shortEscapes[]
    = {{u'n', u'\n'}, {u'r', u'\r'}, {u't', u'\t'}, {u'f', u'\f'}, {u'v', u'\v'}, {u'0', u'\0'}, {u'\\', u'\\'}};

std::optional<char32_t> fromHex(QStringView digits)
{
    if (digits.isEmpty() || digits.size() > 6)
        return std::nullopt;
    bool isOk = false;
    const uint value = digits.toUInt(&isOk, 16);
    if (!isOk || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) || !digits.front().isLetterOrNumber())
        return std::nullopt;
    return value;
}

bool needsEscape(char32_t c)
{
    return c == U'\\' || (c != U' ' && QChar::isSpace(c)) || QChar::category(c) == QChar::Other_Control
        || QChar::category(c) == QChar::Other_Format;
}

} // namespace

std::optional<QString> decodeEscapes(const QString &typed)
{
    QString plain;
    for (qsizetype i = 0; i < typed.size(); ++i) {
        if (typed.at(i) != u'\\') {
            plain += typed.at(i);
            continue;
        }
        if (++i == typed.size())
            return std::nullopt;
        const char16_t letter = typed.at(i).unicode();
        const auto *known = std::find_if(std::begin(shortEscapes), std::end(shortEscapes),
                                         [letter](const auto &e) { return e.letter == letter; });
        if (known != std::end(shortEscapes)) {
            plain += QChar(known->meaning);
            continue;
        }
        qsizetype from = i + 1;
        qsizetype digits = letter == u'x' ? 2 : 4;
        qsizetype next = from + digits;
        if (letter == u'u' && from < typed.size() && typed.at(from) == u'{') {
            const qsizetype close = typed.indexOf(u'}', from);
            if (close < 0)
                return std::nullopt;
            digits = close - ++from;
            next = close + 1;
        } else if ((letter != u'x' && letter != u'u') || next > typed.size()) {
            return std::nullopt;
        }
        const std::optional<char32_t> c = fromHex(QStringView(typed).mid(from, digits));
        if (!c)
            return std::nullopt;
        plain += QString::fromUcs4(&*c, 1);
        i = next - 1;
    }
    return plain;
}

QString encodeEscapes(const QString &plain)
{
    QString typed;
    const QList<uint> characters = plain.toUcs4();
    for (const char32_t c : characters) {
        if (!needsEscape(c)) {
            typed += QString::fromUcs4(&c, 1);
            continue;
        }
        const auto *known = std::find_if(std::begin(shortEscapes), std::end(shortEscapes),
                                         [c](const auto &e) { return e.meaning == c; });
        if (known != std::end(shortEscapes))
            typed += QStringLiteral("\\") + QChar(known->letter);
        else
            typed += QStringLiteral("\\u{%1}").arg(QString::number(c, 16).toUpper());
    }
    return typed;
}

QString describeDecoded(const QString &plain)
{
    if (plain.isEmpty())
        return QCoreApplication::translate("cw::Escapes", "Means the empty text");
    QString shown;
    const QList<uint> characters = plain.toUcs4();
    for (const char32_t c : characters) {
        if (c == U'\n')
            shown += QChar(u'⏎');
        else if (c == U'\t')
            shown += QChar(u'⇥');
        else if (c == U' ')
            shown += QChar(u'␣');
        else if (needsEscape(c) && c != U'\\')
            shown += QStringLiteral("‹U+%1›").arg(QString::number(c, 16).toUpper().rightJustified(4, u'0'));
        else
            shown += QString::fromUcs4(&c, 1);
    }
    if (characters.size() == 1)
        return QCoreApplication::translate("cw::Escapes", "Means %1 (1 character)").arg(shown);
    return QCoreApplication::translate("cw::Escapes", "Means %1 (%2 characters)").arg(shown).arg(characters.size());
}

} // namespace cw
