// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/reasonmark.h"

#include "theme/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <initializer_list>

namespace cw {
namespace {

/// Strokes through points on a grid of 8 x 8.
struct Sketch
{
    QPainterPath path;
    double unit;

    Sketch &stroke(std::initializer_list<QPointF> points)
    {
        const QPointF *point = points.begin();
        path.moveTo(*point * unit);
        for (++point; point != points.end(); ++point)
            path.lineTo(*point * unit);
        return *this;
    }
    Sketch &dot(QPointF centre, double radius)
    {
        path.addEllipse(centre * unit, radius * unit, radius * unit);
        return *this;
    }
    Sketch &box(double left, double top, double width, double height)
    {
        path.addRect(QRectF(left * unit, top * unit, width * unit, height * unit));
        return *this;
    }
};

} // namespace

QPainterPath reasonMark(BoundaryReason reason, double size)
{
    Sketch sketch{{}, size / 8};
    switch (reason) {
    case BoundaryReason::DocumentStart:
        sketch.stroke({{1, 1}, {7, 1}}).stroke({{4, 7}, {4, 3}}).stroke({{2, 5}, {4, 3}, {6, 5}});
        break;
    case BoundaryReason::DocumentEnd:
        sketch.stroke({{1, 7}, {7, 7}}).stroke({{4, 1}, {4, 5}}).stroke({{2, 3}, {4, 5}, {6, 3}});
        break;
    case BoundaryReason::Heading:
        sketch.stroke({{2, 1}, {2, 7}}).stroke({{6, 1}, {6, 7}}).stroke({{2, 4}, {6, 4}});
        break;
    case BoundaryReason::Paragraph:
        sketch.stroke({{7, 1}, {3, 1}, {1.5, 2.5}, {3, 4}, {4.5, 4}})
            .stroke({{4.5, 1}, {4.5, 7}})
            .stroke({{6.5, 1}, {6.5, 7}});
        break;
    case BoundaryReason::Sentence:
        sketch.stroke({{1, 6}, {4, 6}}).dot({6.5, 6}, 0.6);
        break;
    case BoundaryReason::Line:
        sketch.stroke({{7, 2}, {7, 5}, {1, 5}}).stroke({{3, 3}, {1, 5}, {3, 7}});
        break;
    case BoundaryReason::ListItem:
        sketch.dot({1.5, 4}, 0.8).stroke({{4, 4}, {7.5, 4}});
        break;
    case BoundaryReason::TableRow:
        sketch.box(0.5, 1.5, 7, 5).stroke({{0.5, 4}, {7.5, 4}}).stroke({{4, 1.5}, {4, 6.5}});
        break;
    case BoundaryReason::CodeNode:
        sketch.stroke({{3, 1.5}, {0.5, 4}, {3, 6.5}}).stroke({{5, 1.5}, {7.5, 4}, {5, 6.5}});
        break;
    case BoundaryReason::Page:
        sketch.stroke({{1.5, 3}, {1.5, 0.5}, {6.5, 0.5}, {6.5, 3}})
            .stroke({{1.5, 5}, {1.5, 7.5}, {6.5, 7.5}, {6.5, 5}});
        break;
    case BoundaryReason::Record:
        sketch.box(0.5, 1, 7, 2.4).box(0.5, 4.6, 7, 2.4);
        break;
    case BoundaryReason::Topic:
        sketch.stroke({{0.5, 2.5}, {2.3, 1}, {4.1, 2.5}, {5.9, 1}, {7.5, 2.5}}).stroke({{0.5, 6}, {7.5, 6}});
        break;
    case BoundaryReason::Separator:
        sketch.stroke({{4, 1}, {4, 7}});
        break;
    case BoundaryReason::Word:
        sketch.stroke({{1, 4}, {1, 6.5}, {7, 6.5}, {7, 4}});
        break;
    case BoundaryReason::Token:
        sketch.box(1.5, 1.5, 5, 5);
        break;
    case BoundaryReason::Pinned:
        sketch.stroke({{4, 4.6}, {4, 7.6}}).dot({4, 2.6}, 2);
        break;
    case BoundaryReason::ForcedWord:
        sketch.stroke({{5.5, 0.5}, {2.5, 4}, {5.5, 4}, {2.5, 7.5}});
        break;
    case BoundaryReason::ForcedCharacter:
        sketch.stroke({{4, 0.5}, {1, 4}, {4, 4}, {1, 7.5}}).stroke({{7, 0.5}, {4, 4}, {7, 4}, {4, 7.5}});
        break;
    }
    return sketch.path;
}

void drawReasonMark(QPainter &painter, const QRectF &square, BoundaryReason reason, const ThemeColors &colors)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isForced(reason) ? colors.severityColor(Severity::Warning) : colors.dimText,
                        isForced(reason) ? 1.8 : 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(reasonMark(reason, square.width()));
    painter.restore();
}

QString reasonTitle(BoundaryReason reason)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("BoundaryReason", text); };
    switch (reason) {
    case BoundaryReason::DocumentStart:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "start of the document"));
    case BoundaryReason::DocumentEnd:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "end of the document"));
    case BoundaryReason::Heading:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "heading"));
    case BoundaryReason::Paragraph:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "paragraph"));
    case BoundaryReason::Sentence:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "sentence"));
    case BoundaryReason::Line:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "line"));
    case BoundaryReason::ListItem:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "list item"));
    case BoundaryReason::TableRow:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "table row"));
    case BoundaryReason::CodeNode:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "code"));
    case BoundaryReason::Page:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "page"));
    case BoundaryReason::Record:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "record"));
    case BoundaryReason::Topic:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "change of topic"));
    case BoundaryReason::Separator:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "separator"));
    case BoundaryReason::Word:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "word"));
    case BoundaryReason::Token:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "token"));
    case BoundaryReason::Pinned:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "pinned"));
    case BoundaryReason::ForcedWord:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "forced, between words"));
    case BoundaryReason::ForcedCharacter:
        return tr(QT_TRANSLATE_NOOP("BoundaryReason", "forced, inside a word"));
    }
    return {};
}

} // namespace cw
