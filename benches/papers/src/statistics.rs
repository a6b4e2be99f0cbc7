//! Averages and how figures are written.

/// Of some measurements.
pub struct Statistics {
    pub mean: f64,
    pub least: f64,
    pub most: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Statistics {
    /// Nothing can be said about nothing.
    pub fn of(values: &[f64]) -> Option<Statistics> {
        let first = *values.first()?;
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        Some(Statistics {
            mean,
            least: values.iter().copied().fold(first, f64::min),
            most: values.iter().copied().fold(first, f64::max),
            deviation: variance.sqrt(),
        })
    }
}

/// Without a fraction, and with commas between thousands.
pub fn whole(number: f64) -> String {
    gainsay::words::grouped(number.round() as u64)
}

pub fn percent(part: usize, all: usize) -> String {
    if all == 0 {
        crate::table::NONE.to_owned()
    } else {
        format!("{:.1} %", 100.0 * part as f64 / all as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::Statistics;

    #[test]
    fn the_figures_of_a_few_values() {
        let of = Statistics::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
            .map(|all| [all.mean, all.least, all.most, all.deviation]);
        assert_eq!(of, Some([5.0, 2.0, 9.0, 2.0]));
        assert!(Statistics::of(&[]).is_none());
    }
}
