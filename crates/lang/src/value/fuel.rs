//! A budget for computations whose cost cannot be seen in advance.

/// What is left of the budget; one unit is about one elementary step (tens of nanoseconds).
#[derive(Debug, Clone)]
pub struct Fuel(u64);

/// The budget was used up before the answer was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfFuel;

impl Fuel {
    /// A budget of so many steps.
    #[must_use]
    pub fn new(units: u64) -> Self {
        Fuel(units)
    }

    /// How many steps are left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.0
    }

    /// Takes `units` out of the budget. The budget is empty after a refusal, so that a caller who goes on regardless
    /// is refused again.
    ///
    /// # Errors
    /// [`OutOfFuel`] when less than `units` was left.
    pub fn spend(&mut self, units: usize) -> Result<(), OutOfFuel> {
        let left = self.0.checked_sub(units as u64);
        self.0 = left.unwrap_or(0);
        left.map(|_| ()).ok_or(OutOfFuel)
    }
}
