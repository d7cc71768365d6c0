// SPDX-License-Identifier: GPL-3.0-or-later
// Going from a finding to the second chunk that it is about.
#include "models/texts.h"
#include "pages/findingspage.h"
#include "pages/ruledetails.h"
#include "run/otherchunk.h"

#include <QMenu>
#include <QTreeView>

namespace cw {

std::optional<Place> FindingsPage::otherPlace(const QModelIndex &index) const
{
    const std::optional<std::size_t> position = m_model->findingOf(index);
    const auto &snapshot = m_model->snapshot();
    if (!position || !snapshot || snapshot != m_workbench.snapshot())
        return std::nullopt;
    const std::optional<ChunkOfRun> other = otherChunk(*snapshot, snapshot->audit.findings[*position]);
    if (!other)
        return std::nullopt;
    const ByteRange source = snapshot->chunkSets[other->document]->chunks()[other->chunk].source;
    return Place{other->document, other->chunk, source};
}

QString FindingsPage::otherText(const Place &other) const
{
    const std::string &id = m_model->snapshot()->documents[other.document]->id();
    return tr("Go to Chunk %1 of %2").arg(formatCount(*other.chunk + std::uint64_t{1}), toQString(id));
}

void FindingsPage::offerOther()
{
    const std::optional<Place> other = otherPlace(m_tree->currentIndex());
    m_details->offerOther(other ? otherText(*other) : QString(),
                          other ? tr("%1: it has the same text. Back (Alt+Left) returns here.").arg(otherText(*other))
                                : QString());
}

void FindingsPage::goToOther()
{
    const std::optional<Place> other = otherPlace(m_tree->currentIndex());
    if (!other)
        return;
    m_isFollowing = true; // the row stays, so that the two can be compared
    m_workbench.selection().select(*other);
    m_isFollowing = false;
}

void FindingsPage::showMenu(const QPoint &at)
{
    const QModelIndex index = m_tree->indexAt(at);
    if (!m_model->findingOf(index))
        return;
    m_tree->setCurrentIndex(index);
    auto *menu = new QMenu(m_tree);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Go to This &Finding"), this, [this] { go(m_tree->currentIndex()); });
    if (const std::optional<Place> other = otherPlace(index))
        menu->addAction(forMenu(otherText(*other)), this, &FindingsPage::goToOther);
    menu->popup(m_tree->viewport()->mapToGlobal(at));
}

} // namespace cw
