# SPDX-License-Identifier: GPL-3.0-or-later
"""Heights of the tide between two measured times, by the rule of twelfths.

The rule says that the water rises one twelfth of its range in the first hour, two in the second, three in the third,
three in the fourth, two in the fifth and one in the sixth. It is old, rough and good enough for a fishing boat.
"""

from __future__ import annotations

from dataclasses import dataclass

TWELFTHS = (1, 2, 3, 3, 2, 1)


@dataclass(frozen=True)
class Tide:
    """One rise or fall of the water: from `start_m` to `end_m` within `hours`."""

    start_m: float
    end_m: float
    hours: float = 6.2

    @property
    def range_m(self) -> float:
        return self.end_m - self.start_m


def height_after(tide: Tide, hours: float) -> float:
    """Height in metres after `hours`; outside the tide the nearer end is returned."""
    if hours <= 0:
        return tide.start_m
    if hours >= tide.hours:
        return tide.end_m
    sixth = tide.hours / 6
    whole, part = divmod(hours, sixth)
    passed = sum(TWELFTHS[: int(whole)]) + TWELFTHS[int(whole)] * part / sixth
    return tide.start_m + tide.range_m * passed / 12


def can_berth(draught_m: float, tide: Tide, hours: float, depth_m: float, margin_m: float = 0.5) -> bool:
    """True when a ship of the given draught floats at the berth with the margin to spare."""
    return depth_m + height_after(tide, hours) >= draught_m + margin_m


def first_safe_hour(draught_m: float, tide: Tide, depth_m: float) -> float | None:
    """First quarter of an hour at which the ship can berth, or None when it has to wait for the next tide."""
    quarters = int(tide.hours * 4) + 1
    for quarter in range(quarters):
        if can_berth(draught_m, tide, quarter / 4, depth_m):
            return quarter / 4
    return None


if __name__ == "__main__":
    spring = Tide(start_m=0.2, end_m=2.4)
    for hour in range(8):
        print(f"{hour:2d} h  {height_after(spring, hour):5.2f} m")
    print("A draught of 9.4 m at berth 7:", first_safe_hour(9.4, spring, depth_m=9.0))
