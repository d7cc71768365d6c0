// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/vectormessages.h"

#include "mainwindow/messagearea.h"
#include "workbench/vectorfetching.h"

#include <QUrl>

#include <utility>
#include <vector>

namespace cw {

VectorMessages::VectorMessages(Workbench &workbench, VectorFetching &fetching, MessageArea &messages, QObject *parent)
    : QObject(parent), m_workbench(workbench), m_fetching(fetching), m_messages(messages)
{
    connect(&m_workbench, &Workbench::configErrorChanged, this, &VectorMessages::show);
    connect(&m_fetching, &VectorFetching::changed, this, &VectorMessages::show);
}

bool VectorMessages::isAboutVectors(const Error &error)
{
    return error.code == ErrorCode::MissingResource && error.subject == "embedding";
}

void VectorMessages::show()
{
    const QString key = QStringLiteral("vectors");
    const std::optional<Error> &error = m_workbench.configError();
    const QString host = QUrl(QString::fromStdString(m_workbench.config().embedding.server)).host();
    QString text;
    Severity severity = Severity::Warning;
    std::vector<MessageArea::Choice> choices;
    if (m_fetching.isRunning()) {
        severity = Severity::Info;
        text = tr("Fetching the missing vectors from %1. The chunks shown are the last ones until all have come.")
                   .arg(host);
        choices.emplace_back(tr("Stop"), [this] { m_fetching.cancel(); });
    } else if (error && isAboutVectors(*error)) {
        text = QString::fromStdString(error->message);
        if (m_fetching.error()) {
            severity = Severity::Error;
            text = QString::fromStdString(m_fetching.error()->message) + u' ' + text;
        }
        if (!host.isEmpty()) {
            text += u' ' + tr("Fetch Vectors sends the sentences to %1.").arg(host);
            choices.emplace_back(tr("Fetch Vectors"), [this] { m_fetching.start(); });
        }
    }
    if (text == m_shown)
        return;
    m_shown = text;
    if (text.isEmpty())
        m_messages.dismiss(key);
    else
        m_messages.add(severity, text, key, std::move(choices));
}

} // namespace cw
