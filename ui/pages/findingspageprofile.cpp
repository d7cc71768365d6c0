// SPDX-License-Identifier: GPL-3.0-or-later
// The audit profile on the findings page: menu, files, changes of single rules.
#include "pages/findingspage.h"

#include "controls/errorlabel.h"
#include "io/atomicfile.h"
#include "io/configjson.h"
#include "pages/ruledetails.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QMenu>
#include <QPushButton>

#include <utility>

namespace cw {

namespace {

bool isSameProfile(AuditProfile a, const AuditProfile &b)
{
    a.name = b.name;
    return a == b;
}

} // namespace

void FindingsPage::buildProfileMenu()
{
    m_profile->setToolTip(tr("Which rules run, with which severities and thresholds."));
    m_profile->setMenu(m_profileMenu);
    m_profileMenu->setToolTipsVisible(true);
    auto *group = new QActionGroup(m_profileMenu);
    const auto offer = [this, group](const QString &title, const QString &help, const AuditProfile &profile) {
        QAction *action = m_profileMenu->addAction(title);
        action->setCheckable(true);
        action->setToolTip(help);
        action->setData(QString::fromStdString(profile.name));
        group->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, profile] { setProfile(profile, ChangeKind::Settled, tr("Change of Audit Profile")); });
    };
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    offer(tr("Default"), tr("The rules that this program stands for."), defaultAuditProfile());
    offer(tr("Reference"), tr("Exactly the four checks of the reference recipe, with its regular expressions."),
          referenceAuditProfile());
    m_profileMenu->addSeparator();
    QAction *load = m_profileMenu->addAction(tr("Load..."));
    connect(load, &QAction::triggered, this, [this] {
        const QString path
            = QFileDialog::getOpenFileName(this, tr("Load Audit Profile"), {}, tr("Audit profiles (*.json)"));
        if (!path.isEmpty())
            loadProfile(path);
    });
    QAction *save = m_profileMenu->addAction(tr("Save As..."));
    connect(save, &QAction::triggered, this, [this] {
        const QString path = QFileDialog::getSaveFileName(
            this, tr("Save Audit Profile"), QStringLiteral("audit-profile.json"), tr("Audit profiles (*.json)"));
        if (!path.isEmpty())
            saveProfile(path);
    });
}

void FindingsPage::changeRule(std::size_t rule, const RuleSetting &setting, ChangeKind kind, const QString &undoText)
{
    AuditProfile profile = m_workbench.config().audit;
    const std::string id(rules()[rule]->id);
    if (profile.othersEnabled && setting == RuleSetting())
        profile.rules.erase(id);
    else
        profile.rules[id] = setting;
    if (isSameProfile(profile, defaultAuditProfile()))
        profile.name = defaultAuditProfile().name;
    else if (isSameProfile(profile, referenceAuditProfile()))
        profile.name = referenceAuditProfile().name;
    else if (profile.name == defaultAuditProfile().name || profile.name == referenceAuditProfile().name)
        profile.name = "custom";
    setProfile(std::move(profile), kind, undoText);
}

void FindingsPage::setProfile(AuditProfile profile, ChangeKind kind, const QString &undoText)
{
    m_error->setMessage({});
    RunConfig config = m_workbench.config();
    config.audit = std::move(profile);
    m_workbench.setConfig(config, kind, undoText);
    showConfig();
}

bool FindingsPage::loadProfile(const QString &path)
{
    const Result<AuditProfile> profile = readAuditProfileFile(path);
    if (!profile) {
        m_error->setMessage(
            tr("The profile in %1 was not loaded. %2").arg(path, QString::fromStdString(profile.error().message)));
        return false;
    }
    setProfile(*profile, ChangeKind::Settled, tr("Change of Audit Profile"));
    return true;
}

bool FindingsPage::saveProfile(const QString &path)
{
    const Result<void> written = writeFileAtomically(path, auditProfileToJson(m_workbench.config().audit));
    m_error->setMessage(written ? QString() : QString::fromStdString(written.error().message));
    return written.hasValue();
}

void FindingsPage::showConfig()
{
    const AuditProfile &profile = m_workbench.config().audit;
    m_model->setProfile(profile);
    if (m_details->rule())
        m_details->showRule(*m_details->rule(), profile);
    QString title = QString::fromStdString(profile.name);
    const auto actions = m_profileMenu->actions();
    for (QAction *action : actions) {
        if (!action->isCheckable())
            continue;
        const AuditProfile offered = action->data().toString() == QStringLiteral("reference") ? referenceAuditProfile()
                                                                                              : defaultAuditProfile();
        action->setChecked(isSameProfile(profile, offered));
        if (action->isChecked())
            title = action->text();
    }
    m_profile->setText(tr("Profile: %1").arg(title));
}

} // namespace cw
