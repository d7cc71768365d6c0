// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workbench/workbench.h"

#include <QObject>
#include <QString>

namespace cw {

class MessageArea;
class VectorFetching;

/// Says above the text that vectors are missing, with the button that fetches them; while they come, with one that
/// stops it; and why they did not come. Who dismissed a message is not told the same again.
class VectorMessages final : public QObject
{
    Q_OBJECT

public:
    VectorMessages(Workbench &workbench, VectorFetching &fetching, MessageArea &messages, QObject *parent = nullptr);

    /// Whether the error is said here.
    [[nodiscard]] static bool isAboutVectors(const Error &error);

private:
    void show();

    Workbench &m_workbench;
    VectorFetching &m_fetching;
    MessageArea &m_messages;
    QString m_shown;
};

} // namespace cw
