// SPDX-License-Identifier: GPL-3.0-or-later
// Gauges of the harbour.
#include "gauge.h"

namespace harbour::tides {

namespace {

/// The larger of two.
template<class T>
const T &larger(const T &a, const T &b)
{
    if (a < b) {
        return b;
    } else {
        return a;
    }
}

} // namespace

struct Level { double metres; int hour; };

class Gauge final : public Station
{
public:
    Gauge();
    ~Gauge() override { delete m_log; }

    Log *log() const
    {
        return m_log;
    }
    bool operator==(const Gauge &other) const { return id() == other.id(); }

private:
    Log *m_log = nullptr; ///< owned
};

Gauge::Gauge() : m_log(new Log)
{
    for (int hour = 0; hour < 24; ++hour)
        m_log->append(hour);
}

enum class Tide { Ebb, Flood };

TEST(Gauge, IsEmptyAtFirst)
{
    EXPECT_EQ(Gauge().log()->size(), 24);
}

} // namespace harbour::tides
