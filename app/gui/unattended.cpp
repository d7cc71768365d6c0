// SPDX-License-Identifier: GPL-3.0-or-later
#include "unattended.h"

#include "audit/audit.h"
#include "io/atomicfile.h"
#include "io/exporter.h"
#include "mainwindow/statusline.h"
#include "models/texts.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPixmap>
#include <QTimer>

#include <cstdio>

namespace cw {

namespace {
/// For layouts, fonts and charts to come to rest after the last result.
constexpr int restMilliseconds = 400;
} // namespace

Unattended::Unattended(Workbench &workbench, MainWindow &window, const GuiOptions &options, QObject *parent)
    : QObject(parent), m_workbench(workbench), m_window(window), m_options(options)
{
    connect(&m_workbench, &Workbench::problemFound, this, &Unattended::fail);
    connect(&m_workbench, &Workbench::busyChanged, this, &Unattended::checkSettled);
    QTimer::singleShot(0, this, &Unattended::checkSettled);
}

void Unattended::checkSettled()
{
    if (m_isFinishing || !isSettled())
        return;
    m_isFinishing = true;
    // What came during the rest has yet to be laid out: another one follows.
    QTimer::singleShot(restMilliseconds, this, [this, wasAtRest = !m_window.isCatchingUp()] {
        m_isFinishing = false;
        if (!wasAtRest || m_window.isCatchingUp())
            checkSettled();
        else if (isSettled())
            finish();
    });
}

bool Unattended::isSettled() const
{
    if (m_workbench.isBusy())
        return false;
    return m_workbench.isSnapshotCurrent() || m_workbench.documents().empty() || m_workbench.configError();
}

void Unattended::finish()
{
    m_isFinishing = true;
    if (m_workbench.configError())
        fail(QString::fromStdString(m_workbench.configError()->message));
    const bool hasResult = m_workbench.isSnapshotCurrent();
    if (!m_options.documents.isEmpty() && m_workbench.documents().empty())
        fail(QStringLiteral("No document could be opened."));
    if (!m_options.grabFile.isEmpty())
        writePicture();
    if (hasResult && !m_options.exportFile.isEmpty())
        writeExport();
    if (hasResult && !m_options.summaryFile.isEmpty())
        writeSummary();
    for (const QString &failure : m_failures)
        std::fprintf(stderr, "chunkwright: %s\n", qUtf8Printable(failure));
    QCoreApplication::exit(m_failures.isEmpty() ? 0 : 1);
}

void Unattended::writePicture()
{
    QByteArray png;
    QBuffer buffer(&png);
    if (!buffer.open(QIODevice::WriteOnly) || !m_window.grab().save(&buffer, "PNG")) {
        fail(QStringLiteral("Could not make the picture %1. Ask for a smaller --size.").arg(m_options.grabFile));
        return;
    }
    if (const Result<void> written = writeFileAtomically(m_options.grabFile, png); !written)
        fail(QString::fromStdString(written.error().message));
}

void Unattended::writeExport()
{
    const std::string suffix = QFileInfo(m_options.exportFile).suffix().toLower().toStdString();
    const ExporterDescriptor *chosen = nullptr;
    for (const ExporterDescriptor *exporter : exporters()) {
        if (exporter->suffix == suffix)
            chosen = exporter;
    }
    if (!chosen) {
        fail(QStringLiteral("No export format writes files like %1; use .json or .jsonl.").arg(m_options.exportFile));
        return;
    }
    ExportRequest request;
    request.snapshot = m_workbench.snapshot();
    const Outcome<std::size_t> outcome = exportToFile(*chosen, request, m_options.exportFile, {});
    if (outcome.hasError())
        fail(QString::fromStdString(outcome.error().message));
}

void Unattended::writeSummary()
{
    const Result<void> written
        = writeFileAtomically(m_options.summaryFile, auditSummary(*m_workbench.snapshot()).toUtf8());
    if (!written)
        fail(QString::fromStdString(written.error().message));
}

QString auditSummary(const RunSnapshot &snapshot)
{
    QString text
        = configCaption(snapshot.config) + QLatin1Char('\n') + StatusLine::totals(snapshot) + QStringLiteral("\n\n");
    for (std::size_t i = 0; i < snapshot.audit.chunksAffected.size(); ++i) {
        const RuleDescriptor &rule = *rules()[i];
        if (!snapshot.config.audit.setting(rule).isEnabled)
            continue;
        text += QStringLiteral("%1  %2 of %3 chunks\n")
                    .arg(toQString(rule.title), -40)
                    .arg(formatCount(snapshot.audit.chunksAffected[i]), 6)
                    .arg(formatCount(snapshot.audit.chunkCount));
    }
    return text;
}

} // namespace cw
