// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/blocktrees.h"

#include <algorithm>

namespace cw {

BlockTrees::BlockTrees(std::function<void()> read)
    : m_read(std::move(read)),
      m_task("Reading the structure of documents", [this](const Outcome<std::shared_ptr<const Trees>> &outcome) {
          if (outcome.isCancelled())
              return;
          for (std::size_t i = 0; i < m_reading; ++i)
              m_known.emplace(m_asked[i], nullptr);
          if (outcome.hasValue()) {
              for (const auto &[document, tree] : *outcome.value())
                  m_known[document] = tree;
          }
          m_asked.erase(m_asked.begin(), m_asked.begin() + static_cast<std::ptrdiff_t>(m_reading));
          m_reading = 0;
          readNext();
          m_read();
      })
{
}

std::shared_ptr<const BlockTree> BlockTrees::of(const std::shared_ptr<const Document> &document)
{
    if (const auto known = m_known.find(document); known != m_known.end()) {
        static const auto none = std::make_shared<const BlockTree>();
        return known->second ? known->second : none;
    }
    if (std::ranges::find(m_asked, document) == m_asked.end()) {
        m_asked.push_back(document);
        readNext();
    }
    return nullptr;
}

void BlockTrees::forget()
{
    m_task.cancel();
    m_known.clear();
    m_asked.clear();
    m_reading = 0;
}

void BlockTrees::readNext()
{
    if (m_reading > 0 || m_asked.empty())
        return;
    m_reading = m_asked.size();
    m_task.start(
        [documents = m_asked](std::stop_token stop) -> Outcome<std::shared_ptr<const Trees>> {
            auto trees = std::make_shared<Trees>();
            for (const std::shared_ptr<const Document> &document : documents) {
                const auto tree = document->blocks(stop);
                if (tree.isCancelled())
                    return Cancelled{};
                if (tree)
                    trees->emplace(document, *tree);
            }
            return std::shared_ptr<const Trees>(std::move(trees));
        },
        ChangeKind::Settled);
}

} // namespace cw
