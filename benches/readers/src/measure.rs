//! Times of two contestants who take turns.

use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 9;

/// The median time of each in seconds.
pub fn interleaved<A, B>(first: &mut dyn FnMut() -> A, second: &mut dyn FnMut() -> B) -> [f64; 2] {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        times[0].push(time(first));
        times[1].push(time(second));
    }
    times.map(median)
}

/// Short work is repeated until it takes long enough to be measured.
fn time<T>(work: &mut dyn FnMut() -> T) -> f64 {
    const ENOUGH: f64 = 0.02;
    let start = Instant::now();
    let mut count = 0;
    loop {
        black_box(work());
        count += 1;
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed > ENOUGH {
            return elapsed / f64::from(count);
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Megabytes a second.
pub fn per_second(bytes: usize, seconds: f64) -> f64 {
    bytes as f64 / 1e6 / seconds
}
