// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/openfolderdialog.h"

#include "io/documentloader.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace cw {

namespace {
constexpr int dialogWidth = 520;
}

OpenFolderDialog::OpenFolderDialog(Settings &settings, QWidget *parent) : QDialog(parent), m_settings(settings)
{
    setWindowTitle(tr("Open Folder"));
    setProperty("helpTopic", QStringLiteral("documents"));
    m_folder = new QLineEdit(m_settings.lastFolder(), this);
    m_folder->setAccessibleName(tr("Folder"));
    auto *browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    m_patterns = new QLineEdit(m_settings.folderPatterns(), this);
    m_patterns->setAccessibleName(tr("Filter"));
    m_patterns->setPlaceholderText(tr("all known kinds of documents"));
    m_patterns->setToolTip(tr("Names to open, separated by spaces: *.md *.txt. Known suffixes when empty: %1")
                               .arg(defaultFilePatterns().join(QLatin1Char(' '))));
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);

    auto *folderLayout = new QHBoxLayout;
    folderLayout->addWidget(m_folder, 1);
    folderLayout->addWidget(browse);
    auto *form = new QFormLayout;
    form->addRow(tr("&Folder:"), folderLayout);
    form->addRow(tr("Fi&lter:"), m_patterns);
    if (auto *label = qobject_cast<QLabel *>(form->labelForField(folderLayout)))
        label->setBuddy(m_folder);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addStretch();
    layout->addWidget(buttons);
    setMinimumWidth(dialogWidth);

    connect(browse, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Open Folder"), folder());
        if (!chosen.isEmpty())
            m_folder->setText(chosen);
    });
    connect(m_folder, &QLineEdit::textChanged, this, &OpenFolderDialog::describe);
    connect(buttons, &QDialogButtonBox::accepted, this, &OpenFolderDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &OpenFolderDialog::reject);
    describe();
}

QString OpenFolderDialog::folder() const
{
    return m_folder->text().trimmed();
}

QStringList OpenFolderDialog::patterns() const
{
    return parsePatterns(m_patterns->text());
}

QStringList OpenFolderDialog::parsePatterns(const QString &text)
{
    static const QRegularExpression separators(QStringLiteral("[\\s,;]+"));
    QStringList patterns = text.split(separators, Qt::SkipEmptyParts);
    for (QString &pattern : patterns) {
        if (!pattern.contains(QLatin1Char('*')) && !pattern.contains(QLatin1Char('?'))
            && !pattern.contains(QLatin1Char('.')))
            pattern = QStringLiteral("*.") + pattern;
        else if (pattern.startsWith(QLatin1Char('.')))
            pattern.prepend(QLatin1Char('*'));
    }
    return patterns;
}

void OpenFolderDialog::accept()
{
    m_settings.setLastFolder(folder());
    m_settings.setFolderPatterns(m_patterns->text().trimmed());
    QDialog::accept();
}

void OpenFolderDialog::describe()
{
    const bool isFolder = QFileInfo(folder()).isDir();
    m_note->setText(isFolder ? tr("Folders inside are searched too; hidden ones are left out.")
                             : tr("There is no folder of that name."));
    m_open->setEnabled(isFolder);
}

} // namespace cw
