// SPDX-License-Identifier: GPL-3.0-or-later
// File permissions do not hold for the superuser, as which container builds run.
#pragma once

#include <unistd.h>

namespace cw::test {

/// While it lives, a process of the superuser acts on files as an ordinary user.
class AsOrdinaryUser final
{
public:
    AsOrdinaryUser() : m_wasSuperuser(geteuid() == 0)
    {
        m_isOrdinary = !m_wasSuperuser || (setresgid(nobody, nobody, 0) == 0 && setresuid(nobody, nobody, 0) == 0);
    }
    ~AsOrdinaryUser()
    {
        if (m_wasSuperuser && (setresuid(0, 0, 0) != 0 || setresgid(0, 0, 0) != 0))
            _exit(1);
    }
    AsOrdinaryUser(const AsOrdinaryUser &) = delete;
    AsOrdinaryUser &operator=(const AsOrdinaryUser &) = delete;

    [[nodiscard]] bool isOrdinary() const noexcept { return m_isOrdinary; }

private:
    static constexpr unsigned nobody = 65534;
    bool m_wasSuperuser;
    bool m_isOrdinary = false;
};

} // namespace cw::test
