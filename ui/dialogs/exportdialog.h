// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "concurrency/latesttask.h"
#include "io/exporter.h"
#include "settings/settings.h"
#include "workbench/workbench.h"

#include <QDialog>

#include <atomic>
#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QRadioButton;
class QTimer;

namespace cw {

/// Writes the chunks of the newest snapshot to a file, in the background, and says in place how it went.
class ExportDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `selected` are positions in Workbench::documents().
    ExportDialog(Workbench &workbench, Settings &settings, const std::vector<std::uint32_t> &selected,
                 QWidget *parent = nullptr);

signals:
    void exported(const QString &message);

public slots:
    void reject() override;

private:
    struct Progress
    {
        std::atomic<std::size_t> done = 0;
        std::atomic<std::size_t> total = 0;
    };

    void chooseFormat();
    void browse();
    void start();
    void showOutcome(const Outcome<std::size_t> &outcome);
    void showProgress();
    void setRunning(bool isRunning);
    void describeTarget();
    [[nodiscard]] QString targetPath() const;
    [[nodiscard]] const ExporterDescriptor &exporter() const;
    [[nodiscard]] std::vector<std::uint32_t> scope(const RunSnapshot &snapshot) const;

    Workbench &m_workbench;
    Settings &m_settings;
    std::vector<std::string> m_selectedIds;
    QComboBox *m_format = nullptr;
    QLabel *m_formatHelp = nullptr;
    QRadioButton *m_all = nullptr;
    QRadioButton *m_selected = nullptr;
    QCheckBox *m_audits = nullptr;
    QLineEdit *m_path = nullptr;
    QPushButton *m_browse = nullptr;
    QLabel *m_note = nullptr;
    QLabel *m_result = nullptr;
    QProgressBar *m_bar = nullptr;
    QPushButton *m_export = nullptr;
    QPushButton *m_close = nullptr;
    QTimer *m_progressTimer = nullptr;
    QString m_runningPath;
    QString m_writtenPath;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    LatestTask<std::size_t> m_task; ///< last: joined before the rest goes
};

} // namespace cw
