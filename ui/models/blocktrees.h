// SPDX-License-Identifier: GPL-3.0-or-later
// Structures of documents for views that may not wait for them.
#pragma once

#include "concurrency/latesttask.h"
#include "text/document.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace cw {

/// Reads the blocks of documents on a worker, as they are asked for.
class BlockTrees final
{
public:
    /// `read` is called when documents that were asked for have become known.
    explicit BlockTrees(std::function<void()> read);

    /// Null while they are being read. Documents whose blocks cannot be read have none.
    [[nodiscard]] std::shared_ptr<const BlockTree> of(const std::shared_ptr<const Document> &document);
    void forget();
    [[nodiscard]] bool isReading() const { return m_task.isBusy(); }

private:
    using Documents = std::vector<std::shared_ptr<const Document>>;
    using Trees = std::map<std::shared_ptr<const Document>, std::shared_ptr<const BlockTree>>;

    void readNext();

    std::function<void()> m_read;
    Trees m_known;
    Documents m_asked; ///< those that wait and those that are being read
    std::size_t m_reading = 0; ///< so many of them, the first
    LatestTask<std::shared_ptr<const Trees>> m_task; ///< last: joined before the rest goes
};

} // namespace cw
