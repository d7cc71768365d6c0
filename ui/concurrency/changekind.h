// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace cw {

/// A control in motion (preview) lets the running job finish, so that a drag keeps showing results; a settled value
/// stops it, and its result is not delivered any more. See ui/README.md, Threads.
enum class ChangeKind { Preview, Settled };

} // namespace cw
