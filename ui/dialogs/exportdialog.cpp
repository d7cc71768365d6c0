// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/exportdialog.h"

#include "models/texts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

namespace {

constexpr int dialogWidth = 560;
constexpr int progressMilliseconds = 100;

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

ExportDialog::ExportDialog(Workbench &workbench, Settings &settings, const std::vector<std::uint32_t> &selected,
                           QWidget *parent)
    : QDialog(parent), m_workbench(workbench), m_settings(settings),
      m_task("Exporting", [this](const Outcome<std::size_t> &outcome) { showOutcome(outcome); })
{
    setWindowTitle(tr("Export Chunks"));
    setProperty("helpTopic", QStringLiteral("export"));
    for (const std::uint32_t position : selected)
        m_selectedIds.push_back(workbench.documents()[position]->id());

    m_format = new QComboBox(this);
    m_format->setAccessibleName(tr("Format"));
    for (const ExporterDescriptor *descriptor : exporters())
        m_format->addItem(toQString(descriptor->title), toQString(descriptor->id));
    m_format->setCurrentIndex(std::max(0, m_format->findData(m_settings.exportFormat())));
    m_formatHelp = plainLabel(this);
    m_all
        = new QRadioButton(tr("&All %n document(s)", nullptr, static_cast<int>(m_workbench.documents().size())), this);
    m_selected = new QRadioButton(
        m_selectedIds.size() == 1 ? tr("The &selected document")
                                  : tr("The %n &selected document(s)", nullptr, static_cast<int>(m_selectedIds.size())),
        this);
    m_all->setChecked(true);
    m_selected->setEnabled(!m_selectedIds.empty());
    m_audits = new QCheckBox(tr("Include the &findings of each chunk"), this);
    m_audits->setChecked(true);
    m_path = new QLineEdit(this);
    m_path->setAccessibleName(tr("File to write"));
    m_browse = new QPushButton(tr("&Browse…"), this);
    m_browse->setAutoDefault(false);
    m_note = plainLabel(this);
    m_result = plainLabel(this);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_bar = new QProgressBar(this);
    m_bar->setAccessibleName(tr("Progress"));
    m_export = new QPushButton(tr("&Export"), this);
    m_export->setDefault(true);
    m_close = new QPushButton(tr("Close"), this);
    m_close->setAutoDefault(false);

    auto *scopeLayout = new QVBoxLayout;
    scopeLayout->setSpacing(4);
    scopeLayout->addWidget(m_all);
    scopeLayout->addWidget(m_selected);
    auto *pathLayout = new QHBoxLayout;
    pathLayout->addWidget(m_path, 1);
    pathLayout->addWidget(m_browse);
    auto *form = new QFormLayout;
    form->addRow(tr("F&ormat:"), m_format);
    form->addRow(QString(), m_formatHelp);
    form->addRow(tr("Documents:"), scopeLayout);
    form->addRow(QString(), m_audits);
    form->addRow(tr("F&ile:"), pathLayout);
    form->addRow(QString(), m_note);
    if (auto *label = qobject_cast<QLabel *>(form->labelForField(pathLayout)))
        label->setBuddy(m_path);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_close);
    buttons->addWidget(m_export);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_result);
    layout->addWidget(m_bar);
    layout->addStretch();
    layout->addLayout(buttons);
    setMinimumWidth(dialogWidth);

    m_progressTimer = new QTimer(this);
    m_progressTimer->setInterval(progressMilliseconds);
    connect(m_progressTimer, &QTimer::timeout, this, &ExportDialog::showProgress);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::chooseFormat);
    connect(m_path, &QLineEdit::textChanged, this, &ExportDialog::describeTarget);
    connect(m_browse, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::start);
    connect(m_close, &QPushButton::clicked, this, &ExportDialog::reject);
    connect(&m_workbench, &Workbench::busyChanged, this, &ExportDialog::describeTarget);

    m_path->setText(QDir(m_settings.exportFolder()).filePath(QStringLiteral("chunks")));
    chooseFormat();
    setRunning(false);
}

const ExporterDescriptor &ExportDialog::exporter() const
{
    return *exporters()[static_cast<std::size_t>(m_format->currentIndex())];
}

void ExportDialog::chooseFormat()
{
    m_formatHelp->setText(toQString(exporter().help));
    QString path = m_path->text();
    for (const ExporterDescriptor *descriptor : exporters()) {
        const QString suffix = QLatin1Char('.') + toQString(descriptor->suffix);
        if (path.endsWith(suffix)) {
            path.chop(suffix.size());
            break;
        }
    }
    if (!path.isEmpty())
        m_path->setText(path + QLatin1Char('.') + toQString(exporter().suffix));
}

void ExportDialog::browse()
{
    const QString suffix = toQString(exporter().suffix);
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export Chunks"), targetPath(), QStringLiteral("%1 (*.%2)").arg(toQString(exporter().title), suffix),
        nullptr, QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty())
        m_path->setText(QFileInfo(path).suffix().isEmpty() ? path + QLatin1Char('.') + suffix : path);
}

QString ExportDialog::targetPath() const
{
    const QString typed = m_path->text().trimmed();
    return typed.isEmpty() ? QString() : QDir(m_settings.exportFolder()).absoluteFilePath(typed);
}

void ExportDialog::describeTarget()
{
    const QString path = targetPath();
    const QFileInfo info(path);
    QStringList notes;
    if (path.isEmpty())
        notes.append(tr("Name the file to write."));
    else if (info.isDir())
        notes.append(tr("This is a folder; add a file name."));
    else if (!QFileInfo::exists(info.absolutePath()))
        notes.append(tr("The folder %1 does not exist.").arg(info.absolutePath()));
    else if (info.exists())
        notes.append(path == m_writtenPath ? tr("Exporting again replaces this file.")
                                           : tr("The file exists and will be replaced."));
    const bool isUsable = !path.isEmpty() && !info.isDir() && QFileInfo::exists(info.absolutePath());
    if (m_workbench.isBusy())
        notes.append(tr("Chunks are still being made; wait until they are complete."));
    else if (!m_workbench.isSnapshotCurrent())
        notes.append(tr("The present configuration has not been run; the last one that ran will be exported."));
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_export->setEnabled(isUsable && !m_workbench.isBusy() && m_workbench.snapshot() && !m_task.isBusy());
}

std::vector<std::uint32_t> ExportDialog::scope(const RunSnapshot &snapshot) const
{
    std::vector<std::uint32_t> positions;
    if (m_all->isChecked())
        return positions;
    for (std::size_t i = 0; i < snapshot.documents.size(); ++i) {
        if (std::find(m_selectedIds.begin(), m_selectedIds.end(), snapshot.documents[i]->id()) != m_selectedIds.end())
            positions.push_back(static_cast<std::uint32_t>(i));
    }
    return positions;
}

void ExportDialog::start()
{
    ExportRequest request;
    request.snapshot = m_workbench.snapshot();
    request.documents = scope(*request.snapshot);
    request.withAudits = m_audits->isChecked();
    if (m_selected->isChecked() && request.documents.empty()) {
        m_result->setText(
            tr("None of the selected documents is open any more. Choose all documents, or select others."));
        m_result->show();
        return;
    }
    m_progress->done = 0;
    m_progress->total = 0;
    request.progress = [progress = m_progress](std::size_t done, std::size_t total) {
        progress->done = done;
        progress->total = total;
    };
    m_runningPath = targetPath();
    m_settings.setLastFolder(QFileInfo(m_runningPath).absolutePath());
    m_settings.setExportFormat(toQString(exporter().id));
    m_task.start([descriptor = &exporter(), request, path = m_runningPath](
                     std::stop_token stop) { return exportToFile(*descriptor, request, path, std::move(stop)); },
                 ChangeKind::Settled);
    setRunning(true);
}

void ExportDialog::showOutcome(const Outcome<std::size_t> &outcome)
{
    if (outcome.hasValue()) {
        const QString message = tr("Wrote %Ln chunk(s) to %1.", nullptr, static_cast<int>(*outcome)).arg(m_runningPath);
        m_result->setText(message);
        m_writtenPath = m_runningPath;
        Q_EMIT exported(message);
    } else if (outcome.hasError()) {
        m_result->setText(QString::fromStdString(outcome.error().message));
    } else {
        m_result->setText(tr("The export was cancelled; no file was written."));
    }
    setRunning(false);
    m_result->show();
    describeTarget();
}

void ExportDialog::showProgress()
{
    const std::size_t total = m_progress->total;
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    m_bar->setValue(total > 0 ? static_cast<int>(1000 * m_progress->done.load() / total) : 0);
}

void ExportDialog::setRunning(bool isRunning)
{
    for (QWidget *widget : std::initializer_list<QWidget *>{m_format, m_all, m_audits, m_path, m_browse})
        widget->setEnabled(!isRunning);
    m_selected->setEnabled(!isRunning && !m_selectedIds.empty());
    m_close->setText(isRunning ? tr("Cancel") : tr("Close"));
    m_bar->setVisible(isRunning);
    if (isRunning) {
        m_result->hide();
        showProgress();
        m_progressTimer->start();
        m_export->setEnabled(false);
    } else {
        m_progressTimer->stop();
        m_result->setVisible(!m_result->text().isEmpty());
        describeTarget();
    }
}

void ExportDialog::reject()
{
    if (m_task.isBusy())
        m_task.cancel();
    else
        QDialog::reject();
}

} // namespace cw
