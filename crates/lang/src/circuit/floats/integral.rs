//! Rounding to integral values, in place: the bits behind the point are cleared, and 1 is added before it.

use super::super::{Gates, Wire, Word, constant};
use super::round::Mode;
use super::{FloatWord, bias};

impl Gates {
    pub fn float_integral(&mut self, mode: &[Wire], x: FloatWord<'_>) -> Word {
        let (format, mode) = (x.format, Mode::of(self, mode));
        let sb = format.sb() as usize;
        let (exponent, significand) = self.unpacked(x);
        // For each bit of the significand, and for two more places above it, whether it lies behind the point.
        let behind: Word = (0..sb as i64 + 2)
            .map(|at| self.less_than_constant(&exponent, bias(format) + sb as i64 - 1 - at))
            .collect();
        // One-hot: the place of the bit of value 1.
        let unit: Word = (1..sb + 1).map(|at| self.and(behind[at - 1], !behind[at])).collect();
        let unit = [vec![!behind[0]], unit].concat();
        let at_unit = |gates: &mut Gates, below: usize| {
            let bits: Word = (below..=sb)
                .map(|at| match significand.get(at - below) {
                    Some(&bit) if at > 0 => gates.and(unit[at], bit),
                    _ => Wire::FALSE,
                })
                .collect();
            gates.any(&bits)
        };
        let (odd, half) = (at_unit(self, 0), at_unit(self, 1));
        let rest: Word = (0..sb).map(|at| self.and(significand[at], behind[at + 1])).collect();
        let rest = self.any(&rest);
        let up = mode.rounds_up(self, x.negative(), odd, half, rest);
        let kept: Word = (x.magnitude().iter().enumerate())
            .map(|(at, &bit)| match at < sb - 1 {
                true => self.and(bit, !behind[at]),
                false => bit,
            })
            .collect();
        let added: Word = (0..kept.len())
            .map(|at| match at {
                0 => Wire::FALSE,
                _ if at < sb => self.and(unit[at], up),
                _ => Wire::FALSE,
            })
            .collect();
        let rounded = self.add(&kept, &added);
        // A number below 1 becomes 1 or 0.
        let one: Word = constant(kept.len() - sb + 1, bias(format) as u64);
        let one: Word = one.iter().map(|&bit| self.and(bit, up)).collect();
        let one = [constant(sb - 1, 0), one].concat();
        let rounded = self.word_mux(behind[sb - 1], &one, &rounded);
        let special = self.all(x.exponent());
        let magnitude = self.word_mux(special, x.magnitude(), &rounded);
        [magnitude, vec![x.negative()]].concat()
    }

    fn less_than_constant(&mut self, word: &[Wire], limit: i64) -> Wire {
        match limit {
            ..=0 => Wire::FALSE,
            _ if limit >> word.len() > 0 => Wire::TRUE,
            _ => self.less(word, &constant(word.len(), limit as u64)),
        }
    }
}
