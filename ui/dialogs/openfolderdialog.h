// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "settings/settings.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace cw {

/// Which folder, and which of its files.
class OpenFolderDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit OpenFolderDialog(Settings &settings, QWidget *parent = nullptr);

    [[nodiscard]] QString folder() const;
    /// Wildcards; empty means all kinds of documents that are known.
    [[nodiscard]] QStringList patterns() const;
    void accept() override;

    /// "*.md, *.txt rst" -> {"*.md", "*.txt", "*.rst"}: separated by space, comma or semicolon.
    [[nodiscard]] static QStringList parsePatterns(const QString &text);

private:
    void describe();

    Settings &m_settings;
    QLineEdit *m_folder = nullptr;
    QLineEdit *m_patterns = nullptr;
    QLabel *m_note = nullptr;
    QPushButton *m_open = nullptr;
};

} // namespace cw
