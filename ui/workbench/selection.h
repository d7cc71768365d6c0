// SPDX-License-Identifier: GPL-3.0-or-later
// The one selection that every view shows and may set.
#pragma once

#include "base/byterange.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace cw {

/// A place in the run: a document, and in it a chunk and the source bytes that are meant. Re-found by byte position
/// when the chunks change.
struct Place
{
    std::uint32_t document = 0;
    std::optional<std::uint32_t> chunk; ///< position in the document's chunks; empty when the document has none
    ByteRange bytes; ///< source bytes to show; may be empty (a caret)

    bool operator==(const Place &) const = default;
};

class Selection final : public QObject
{
    Q_OBJECT

public:
    explicit Selection(QObject *parent = nullptr);

    [[nodiscard]] const std::optional<Place> &current() const noexcept { return m_current; }

    /// Selects and remembers the place in the history. Views bring it into sight.
    void select(const Place &place);
    /// Replaces the current place without a history entry or scrolling: used when chunks change under it.
    void refresh(const std::optional<Place> &place);
    /// Re-finds the current place and every place of the history; places that map to nothing are forgotten. Emits
    /// nothing, because views still show what was before: true when refreshed() is to be emitted once they do not.
    [[nodiscard]] bool remap(const std::function<std::optional<Place>(const Place &)> &map);
    void clear();

    [[nodiscard]] bool canGoBack() const noexcept;
    [[nodiscard]] bool canGoForward() const noexcept;
    void goBack();
    void goForward();

signals:
    /// The user chose another place.
    void selected(const cw::Place &place);
    /// The current place was re-found after a new snapshot, or cleared.
    void refreshed();
    void historyChanged();

private:
    std::optional<Place> m_current;
    std::vector<Place> m_history;
    std::size_t m_historyPosition = 0; ///< entries up to and including the current one
};

} // namespace cw
