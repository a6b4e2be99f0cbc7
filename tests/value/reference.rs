//! Floating-point arithmetic as the standard defines it, by brute force: exact rationals, and a search among
//! all representable values for the one to round to. Shares nothing with the program but `Int` and
//! `Rational`.

use std::cmp::Ordering;

use gainsay::value::{Bits, Float, Format, Int, Rational, RoundingMode};

/// A floating-point value; the format is known from the context.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    NaN,
    Infinity(bool),
    Zero(bool),
    /// Neither zero nor infinite.
    Number(Rational),
}

use Value::{Infinity, NaN, Number, Zero};

/// One format. Magnitudes are numbered by their encoding, from zero to infinity.
pub struct Reference {
    pub format: Format,
    /// The magnitude with each number, of formats that are small enough to list them.
    table: Vec<Rational>,
}

impl Reference {
    pub fn new(eb: u32, sb: u32) -> Reference {
        let format = Format::new(eb, sb).expect("a format");
        let mut reference = Reference { format, table: Vec::new() };
        if eb + sb <= 12 {
            let last = reference.infinity().to_u64().expect("a small number");
            reference.table = (0..=last).map(|number| reference.decode(&Int::from(number))).collect();
        }
        reference
    }

    pub fn value(&self, float: &Float) -> Value {
        assert_eq!(float.format(), self.format);
        self.unpack(&float.to_bits())
    }

    /// The value that an encoding stands for.
    pub fn unpack(&self, bits: &Bits) -> Value {
        let sign = bits.msb();
        let number = bits.to_uint().mod_pow2(self.format.width() as usize - 1);
        match number.cmp(&self.infinity()) {
            Ordering::Greater => NaN,
            Ordering::Equal => Infinity(sign),
            Ordering::Less if number.is_zero() => Zero(sign),
            Ordering::Less => Number(signed(sign, &self.magnitude(&number))),
        }
    }

    fn infinity(&self) -> Int {
        (&Int::pow2(self.format.eb() as usize) - &Int::ONE).shl(self.format.sb() as usize - 1)
    }

    /// The magnitude with a number. That of infinity is taken to be the power of two where the finite ones
    /// end.
    fn magnitude(&self, number: &Int) -> Rational {
        match number.to_usize().and_then(|index| self.table.get(index)) {
            Some(magnitude) => magnitude.clone(),
            None => self.decode(number),
        }
    }

    fn decode(&self, number: &Int) -> Rational {
        let (eb, sb) = (self.format.eb() as usize, self.format.sb() as usize);
        let exponent = number.shr(sb - 1);
        let fraction = Rational::new(number.mod_pow2(sb - 1), Int::pow2(sb - 1)).expect("not zero");
        let bias = (1i64 << (eb - 1)) - 1;
        match exponent.to_i64().expect("few exponent bits") {
            0 => &fraction * &power_of_two(1 - bias),
            exponent => &(&fraction + &Rational::ONE) * &power_of_two(exponent - bias),
        }
    }

    /// Rounds a positive or negative real number that is known by how magnitudes compare with its own.
    fn round_real(
        &self,
        negative: bool,
        mode: RoundingMode,
        compare: impl Fn(&Rational) -> Ordering,
    ) -> Value {
        let infinity = self.infinity();
        // The number of the last finite magnitude that is not greater.
        let (mut low, mut high) = (Int::ZERO, infinity.clone());
        while &high - &low > Int::ONE {
            let middle = (&low + &high).shr(1);
            if compare(&self.magnitude(&middle)).is_le() { low = middle } else { high = middle }
        }
        let (below, above) = (self.magnitude(&low), self.magnitude(&high));
        let nearer_above = || {
            let half = Rational::new(Int::ONE, Int::from(2)).expect("not zero");
            compare(&(&(&below + &above) * &half)).reverse()
        };
        let up = compare(&below).is_ne()
            && match mode {
                RoundingMode::Rne => {
                    nearer_above().then(if low.bit(0) { Ordering::Greater } else { Ordering::Less }).is_gt()
                }
                RoundingMode::Rna => nearer_above().is_ge(),
                RoundingMode::Rtp => !negative,
                RoundingMode::Rtn => negative,
                RoundingMode::Rtz => false,
            };
        match if up { high } else { low } {
            number if number == infinity => Infinity(negative),
            number if number.is_zero() => Zero(negative),
            number => Number(signed(negative, &self.magnitude(&number))),
        }
    }

    /// Rounds a number; zero becomes positive.
    pub fn round(&self, mode: RoundingMode, exact: &Rational) -> Value {
        if exact.is_zero() {
            return Zero(false);
        }
        self.round_real(exact.is_negative(), mode, |magnitude| magnitude.cmp(&exact.abs()))
    }

    fn round_signed_zero(&self, mode: RoundingMode, exact: &Rational, negative_zero: bool) -> Value {
        if exact.is_zero() { Zero(negative_zero) } else { self.round(mode, exact) }
    }

    pub fn add(&self, mode: RoundingMode, x: &Value, y: &Value) -> Value {
        match (x, y) {
            (NaN, _) | (_, NaN) => NaN,
            (Infinity(a), Infinity(b)) if a != b => NaN,
            (Infinity(sign), _) | (_, Infinity(sign)) => Infinity(*sign),
            _ => {
                let zero = if sign(x) == sign(y) { sign(x) } else { mode == RoundingMode::Rtn };
                self.round_signed_zero(mode, &(&real(x) + &real(y)), zero)
            }
        }
    }

    pub fn mul(&self, mode: RoundingMode, x: &Value, y: &Value) -> Value {
        let negative = sign(x) != sign(y);
        match (x, y) {
            (NaN, _) | (_, NaN) | (Infinity(_), Zero(_)) | (Zero(_), Infinity(_)) => NaN,
            (Infinity(_), _) | (_, Infinity(_)) => Infinity(negative),
            _ => self.round_signed_zero(mode, &(&real(x) * &real(y)), negative),
        }
    }

    pub fn div(&self, mode: RoundingMode, x: &Value, y: &Value) -> Value {
        let negative = sign(x) != sign(y);
        match (x, y) {
            (NaN, _) | (_, NaN) | (Infinity(_), Infinity(_)) | (Zero(_), Zero(_)) => NaN,
            (Infinity(_), _) | (_, Zero(_)) => Infinity(negative),
            (_, Infinity(_)) => Zero(negative),
            _ => self.round_signed_zero(mode, &real(x).div(&real(y)).expect("not zero"), negative),
        }
    }

    pub fn fma(&self, mode: RoundingMode, x: &Value, y: &Value, z: &Value) -> Value {
        let negative = sign(x) != sign(y);
        match (x, y, z) {
            (NaN, ..) | (_, NaN, _) | (.., NaN) => NaN,
            (Infinity(_), Zero(_), _) | (Zero(_), Infinity(_), _) => NaN,
            (Infinity(_), _, Infinity(c)) | (_, Infinity(_), Infinity(c)) if *c != negative => NaN,
            (Infinity(_), ..) | (_, Infinity(_), _) => Infinity(negative),
            (.., Infinity(c)) => Infinity(*c),
            _ => {
                let zero = if negative == sign(z) { negative } else { mode == RoundingMode::Rtn };
                self.round_signed_zero(mode, &(&(&real(x) * &real(y)) + &real(z)), zero)
            }
        }
    }

    pub fn sqrt(&self, mode: RoundingMode, x: &Value) -> Value {
        match x {
            NaN | Zero(_) | Infinity(false) => x.clone(),
            Infinity(true) => NaN,
            Number(x) if x.is_negative() => NaN,
            Number(x) => self.round_real(false, mode, |magnitude| (magnitude * magnitude).cmp(x)),
        }
    }

    pub fn rem(&self, x: &Value, y: &Value) -> Value {
        match (x, y) {
            (NaN | Infinity(_), _) | (_, NaN | Zero(_)) => NaN,
            (_, Infinity(_)) => x.clone(),
            _ => {
                let times = round_to_int(RoundingMode::Rne, &real(x).div(&real(y)).expect("not zero"));
                let exact = &real(x) - &(&real(y) * &Rational::from(times));
                let rounded = self.round_signed_zero(RoundingMode::Rtz, &exact, sign(x));
                assert_eq!(real(&rounded), exact, "a remainder is representable");
                rounded
            }
        }
    }

    pub fn round_to_integral(&self, mode: RoundingMode, x: &Value) -> Value {
        match x {
            Number(x) => {
                let integer = Rational::from(round_to_int(mode, x));
                self.round_signed_zero(mode, &integer, x.is_negative())
            }
            _ => x.clone(),
        }
    }

    pub fn convert(&self, mode: RoundingMode, x: &Value) -> Value {
        if let Number(x) = x { self.round(mode, x) } else { x.clone() }
    }

    pub fn order(&self, x: &Value, y: &Value) -> Option<Ordering> {
        // Infinities lie beyond all numbers, so any number beyond them will do.
        let beyond = &self.magnitude(&self.infinity()) * &Rational::from(2);
        let place = |value: &Value| match value {
            Infinity(sign) => signed(*sign, &beyond),
            finite => real(finite),
        };
        (*x != NaN && *y != NaN).then(|| place(x).cmp(&place(y)))
    }
}

/// The integer that a number is rounded to.
pub fn round_to_int(mode: RoundingMode, x: &Rational) -> Int {
    let (floor, ceil) = (x.floor(), x.ceil());
    let doubled = &(x + x) - &Rational::from(&floor + &ceil);
    let nearest = |tie: &Int| match doubled.sign() {
        Ordering::Less => floor.clone(),
        Ordering::Equal => tie.clone(),
        Ordering::Greater => ceil.clone(),
    };
    match mode {
        RoundingMode::Rne => nearest(if floor.bit(0) { &ceil } else { &floor }),
        RoundingMode::Rna => nearest(if x.is_negative() { &floor } else { &ceil }),
        RoundingMode::Rtp => ceil,
        RoundingMode::Rtn => floor,
        RoundingMode::Rtz if x.is_negative() => ceil,
        RoundingMode::Rtz => floor,
    }
}

pub fn sign(value: &Value) -> bool {
    match value {
        NaN => false,
        Infinity(sign) | Zero(sign) => *sign,
        Number(number) => number.is_negative(),
    }
}

/// The number that a finite value is.
pub fn real(value: &Value) -> Rational {
    if let Number(number) = value { number.clone() } else { Rational::ZERO }
}

fn signed(negative: bool, magnitude: &Rational) -> Rational {
    if negative { -magnitude } else { magnitude.clone() }
}

fn power_of_two(exponent: i64) -> Rational {
    let power = Int::pow2(exponent.unsigned_abs() as usize);
    let (numerator, denominator) = if exponent < 0 { (Int::ONE, power) } else { (power, Int::ONE) };
    Rational::new(numerator, denominator).expect("not zero")
}
