//! How fast a cost grows with a size, fitted to measurements.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a cost grows.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Growth {
    /// Not at all, or hardly.
    Flat,
    /// As a power of the size.
    Polynomial { degree: f64 },
    /// By this factor for each increase of the size by one.
    Exponential { factor: f64 },
    /// Little as long as the solver finishes, but it does not finish from this size on.
    Sudden { from: u64 },
    /// Too few points, or no known curve fits.
    Unclear,
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Growth::Flat => f.write_str("does not grow"),
            Growth::Polynomial { degree } if (0.8..1.25).contains(degree) => f.write_str("linear"),
            Growth::Polynomial { degree } if (1.75..2.25).contains(degree) => f.write_str("quadratic"),
            Growth::Polynomial { degree } if (2.75..3.25).contains(degree) => f.write_str("cubic"),
            Growth::Polynomial { degree } => write!(f, "polynomial, of degree {degree:.1}"),
            Growth::Exponential { factor } => write!(f, "exponential, by {factor:.2} for each step"),
            Growth::Sudden { from } => write!(f, "sudden: not done from {from} on"),
            Growth::Unclear => f.write_str("unclear"),
        }
    }
}

impl Growth {
    /// Larger is worse.
    pub fn severity(&self) -> f64 {
        match self {
            Growth::Unclear => 0.0,
            Growth::Flat => 0.1,
            Growth::Polynomial { degree } => *degree,
            Growth::Sudden { .. } => 50.0,
            Growth::Exponential { factor } => 100.0 + factor,
        }
    }
}

/// The least number of points for a fit.
const ENOUGH: usize = 4;
/// The most points for a fit: those of the largest sizes, because fixed costs hide the growth at small ones.
const MOST: usize = 12;

/// Fits the growth of a cost. Points are (size, cost) in the order of sizes; `not_done` is the first size that
/// was not finished.
pub fn fit(points: &[(f64, f64)], not_done: Option<u64>) -> Growth {
    let points: Vec<(f64, f64)> =
        points.iter().copied().filter(|point| point.0 > 0.0 && point.1 > 0.0).collect();
    let points = &points[points.len().saturating_sub(MOST)..];
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Growth::Unclear };
    let gain = last.1 / first.1;
    if points.len() < ENOUGH {
        return match not_done {
            Some(from) if points.len() >= 2 && gain < 3.0 => Growth::Sudden { from },
            _ => Growth::Unclear,
        };
    }
    let logarithms: Vec<f64> = points.iter().map(|point| point.1.ln()).collect();
    let sizes: Vec<f64> = points.iter().map(|point| point.0).collect();
    let size_logarithms: Vec<f64> = sizes.iter().map(|size| size.ln()).collect();
    let (degree, power_error) = line(&size_logarithms, &logarithms);
    let (rate, exponential_error) = line(&sizes, &logarithms);
    if gain < 1.5 && degree < 0.3 {
        return not_done.map_or(Growth::Flat, |from| Growth::Sudden { from });
    }
    // The largest root-mean-square error, in the logarithm of the cost, with which a curve counts as fitting.
    const WILD: f64 = 1.0;
    let error = power_error.min(exponential_error);
    if (error / points.len() as f64).sqrt() > WILD || degree <= 0.0 {
        return not_done.map_or(Growth::Unclear, |from| Growth::Sudden { from });
    }
    if exponential_error < power_error {
        Growth::Exponential { factor: rate.exp() }
    } else {
        Growth::Polynomial { degree }
    }
}

/// The slope of the least-squares line through points, and its sum of squared errors.
fn line(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    let count = xs.len() as f64;
    let (mean_x, mean_y) = (xs.iter().sum::<f64>() / count, ys.iter().sum::<f64>() / count);
    let spread: f64 = xs.iter().map(|x| (x - mean_x).powi(2)).sum();
    let common: f64 = xs.iter().zip(ys).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = if spread == 0.0 { 0.0 } else { common / spread };
    let miss = |(x, y): (&f64, &f64)| (y - mean_y - slope * (x - mean_x)).powi(2);
    (slope, xs.iter().zip(ys).map(miss).sum())
}
