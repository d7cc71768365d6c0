//! Gauges.
use std::fmt;

/// A gauge.
#[derive(Debug, Clone)]
pub struct Gauge {
    depth: i32,
    hour: i32,
}

impl fmt::Display for Gauge {
    /// Writes both.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "({}, {})", self.depth, self.hour)
    }
}

impl<T: Clone> Log<T> {
    pub async fn push(&mut self, level: T) {
        self.levels.push(level);
    }
}

pub enum Tide { Ebb(f64), Flood }

trait Read {
    fn read(&self) -> f64;
}

mod tests {
    use super::*;

    #[test]
    fn reads() {
        assert_eq!(1, 1);
    }
}

macro_rules! double {
    ($x:expr) => { $x * 2 };
}
