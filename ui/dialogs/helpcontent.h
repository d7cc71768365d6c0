// SPDX-License-Identifier: GPL-3.0-or-later
// The text of the in-app help: ours alone, never a document's.
#pragma once

#include <QList>
#include <QString>

namespace cw {

class Actions;

struct HelpTopic
{
    QString id; ///< what a widget's "helpTopic" property names
    QString title;
    QString text; ///< rich text
    bool isMarkdown = false;
};

/// In reading order. Strategies, tokenizers and rules are described from their descriptors, shortcuts from the action
/// table.
[[nodiscard]] QList<HelpTopic> helpTopics(const Actions &actions);

} // namespace cw
