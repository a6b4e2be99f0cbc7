//! UnicodeStrings with RegLan, the names of version 2.5, and what z3 and cvc5 add.

use super::meaning::{
    Context, Evaluated, MAX_INT_BITS, NoValue, TOO_LARGE, bits, found, int, position, regex, text, values,
};
use super::{Row, StringOperator as Is, op};
use crate::value::regex::Automaton;
use crate::value::{Int, Reason, Regex, Text, Value};

pub(super) const ROWS: &[Row] = &[
    op(
        "(str.++ String String String :left-assoc :also seq.++)",
        values(|_, v| long(Text::concat(&[text(v[0])?, text(v[1])?]))),
    )
    .on_strings(Is::Join),
    op("(str.len String Int :also seq.len)", values(|_, v| Ok(Value::int(text(v[0])?.len() as i64))))
        .on_strings(Is::Length),
    op("(str.< String String Bool :chainable)", values(|_, v| Ok((text(v[0])? < text(v[1])?).into()))),
    op("(str.<= String String Bool :chainable)", values(|_, v| Ok((text(v[0])? <= text(v[1])?).into()))),
    op(
        "(str.at String Int String :also seq.at)",
        values(|_, v| Ok(Value::Text(text(v[0])?.at(position(v[1])?)))),
    )
    .on_strings(Is::Letter),
    op(
        "(str.substr String Int Int String :also seq.extract)",
        values(|_, v| Ok(Value::Text(text(v[0])?.substr(position(v[1])?, position(v[2])?)))),
    )
    .on_strings(Is::Part),
    op(
        "(str.prefixof String String Bool :also seq.prefixof)",
        values(|_, v| Ok(text(v[0])?.is_prefix_of(text(v[1])?).into())),
    )
    .on_strings(Is::IsEnd),
    op(
        "(str.suffixof String String Bool :also seq.suffixof)",
        values(|_, v| Ok(text(v[0])?.is_suffix_of(text(v[1])?).into())),
    )
    .on_strings(Is::IsEnd),
    op(
        "(str.contains String String Bool :also seq.contains)",
        values(|_, v| Ok(text(v[0])?.contains(text(v[1])?).into())),
    )
    .on_strings(Is::Contains),
    op(
        "(str.indexof String String Int Int :also seq.indexof)",
        values(|_, v| Ok(found(text(v[0])?.index_of(text(v[1])?, position(v[2])?)))),
    )
    .on_strings(Is::Place),
    // z3: the search begins at the front.
    op(
        "(str.indexof String String Int :also seq.indexof :dialect z3)",
        values(|_, v| Ok(found(text(v[0])?.index_of(text(v[1])?, 0)))),
    )
    .on_strings(Is::Place),
    op(
        "(str.replace String String String String :also seq.replace)",
        values(|_, v| long(text(v[0])?.replace(text(v[1])?, text(v[2])?))),
    )
    .on_strings(Is::Replace),
    op(
        "(str.replace_all String String String String :old str.replaceall :also seq.replace_all)",
        values(|_, v| long(text(v[0])?.replace_all(text(v[1])?, text(v[2])?))),
    ),
    op(
        "(str.replace_re String RegLan String String :also seq.replace_re)",
        values(|c, v| {
            let (whole, new) = (text(v[0])?, text(v[2])?);
            Ok(Value::Text(Automaton::new(regex(v[1])?, c.fuel)?.replace(whole, new, c.fuel)?))
        }),
    ),
    op(
        "(str.replace_re_all String RegLan String String :also seq.replace_re_all)",
        values(|c, v| {
            let (whole, new) = (text(v[0])?, text(v[2])?);
            Ok(Value::Text(Automaton::new(regex(v[1])?, c.fuel)?.replace_all(whole, new, c.fuel)?))
        }),
    ),
    op("(str.is_digit String Bool)", values(|_, v| Ok(text(v[0])?.is_digit().into()))),
    op(
        "(str.to_code String Int)",
        values(|_, v| Ok(Value::int(text(v[0])?.to_code().map_or(-1, i64::from)))),
    )
    .on_strings(Is::ToCode),
    op("(str.from_code Int String)", values(|_, v| Ok(Value::Text(Text::from_code(position(v[0])?)))))
        .on_strings(Is::FromCode),
    op(
        "(str.to_int String Int :old str.to.int)",
        values(|c, v| {
            let whole = text(v[0])?;
            if whole.len() > MAX_INT_BITS / 4 {
                return Err(TOO_LARGE);
            }
            c.spend(whole.len())?;
            let digits = whole.to_int_digits();
            Ok(Value::Int(digits.and_then(|digits| Int::parse(&digits)).unwrap_or(Int::from(-1))))
        }),
    )
    .on_strings(Is::ToNumber),
    op(
        "(str.from_int Int String :old int.to.str)",
        values(|c, v| {
            let number = int(v[0])?;
            c.spend(number.bits_len())?;
            Ok(Value::Text(Text::from_int_digits(&number.to_string())))
        }),
    )
    .on_strings(Is::FromNumber),
    op(
        "(str.rev String String :also seq.rev :dialect cvc5)",
        values(|_, v| Ok(Value::Text(text(v[0])?.reverse()))),
    )
    .on_strings(Is::SameLength),
    op(
        "(str.update String Int String String :also seq.update :dialect cvc5)",
        values(|_, v| Ok(Value::Text(text(v[0])?.update(position(v[1])?, text(v[2])?)))),
    )
    .on_strings(Is::SameLength),
    op(
        "(str.to_lower String String :old str.tolower :dialect cvc5)",
        values(|_, v| Ok(Value::Text(text(v[0])?.to_lower()))),
    )
    .on_strings(Is::SameLength),
    op(
        "(str.to_upper String String :old str.toupper :dialect cvc5)",
        values(|_, v| Ok(Value::Text(text(v[0])?.to_upper()))),
    )
    .on_strings(Is::SameLength),
    // z3's axioms do not say where the empty string occurs last; its simplifier says at the end.
    op(
        "(str.last_indexof String String Int :also seq.last_indexof :dialect z3)",
        values(|_, v| {
            let (whole, needle) = (text(v[0])?, text(v[1])?);
            if needle.is_empty() {
                return Err(LAST_EMPTY);
            }
            Ok(found(whole.last_index_of(needle)))
        }),
    ),
    op(
        "(str.indexof_re String RegLan Int Int :dialect cvc5)",
        values(|c, v| {
            let (whole, start) = (text(v[0])?, position(v[2])?);
            Ok(found(Automaton::new(regex(v[1])?, c.fuel)?.index_of(whole, start, c.fuel)?))
        }),
    ),
    op("(str.from_ubv (_ BitVec n) String :dialect z3)", values(|c, v| decimal(c, bits(v[0])?.to_uint()))),
    op("(str.from_sbv (_ BitVec n) String :dialect z3)", values(|c, v| decimal(c, bits(v[0])?.to_sint()))),
    op(
        "(str.to_re String RegLan :old str.to.re :also seq.to_re seq.to.re)",
        values(|_, v| Ok(Value::Regex(Regex::word(text(v[0])?.clone())))),
    ),
    op(
        "(str.in_re String RegLan Bool :old str.in.re :also seq.in_re seq.in.re)",
        values(|c, v| Ok(regex(v[1])?.matches(text(v[0])?, c.fuel)?.into())),
    )
    .on_strings(Is::IsWord),
    op("(re.none RegLan :old re.nostr)", values(|_, _| Ok(Value::Regex(Regex::none())))),
    op("(re.all RegLan)", values(|_, _| Ok(Value::Regex(Regex::all())))),
    op("(re.allchar RegLan)", values(|_, _| Ok(Value::Regex(Regex::allchar())))),
    op(
        "(re.++ RegLan RegLan RegLan :left-assoc)",
        values(|_, v| Ok(Value::Regex(regex(v[0])?.concat(regex(v[1])?)))),
    ),
    op(
        "(re.union RegLan RegLan RegLan :left-assoc :commutative)",
        values(|_, v| Ok(Value::Regex(regex(v[0])?.union(regex(v[1])?)))),
    ),
    op(
        "(re.inter RegLan RegLan RegLan :left-assoc :commutative)",
        values(|_, v| Ok(Value::Regex(regex(v[0])?.inter(regex(v[1])?)))),
    ),
    op("(re.* RegLan RegLan)", values(|_, v| Ok(Value::Regex(regex(v[0])?.star())))),
    op("(re.comp RegLan RegLan :old re.complement)", values(|_, v| Ok(Value::Regex(regex(v[0])?.comp())))),
    op(
        "(re.diff RegLan RegLan RegLan :left-assoc)",
        values(|_, v| Ok(Value::Regex(regex(v[0])?.diff(regex(v[1])?)))),
    ),
    op("(re.+ RegLan RegLan)", values(|_, v| Ok(Value::Regex(regex(v[0])?.plus())))),
    op("(re.opt RegLan RegLan)", values(|_, v| Ok(Value::Regex(regex(v[0])?.opt())))),
    op(
        "(re.range String String RegLan)",
        values(|_, v| Ok(Value::Regex(Regex::range(text(v[0])?, text(v[1])?)))),
    ),
    op("((_ re.^ n) RegLan RegLan)", values(|c, v| Ok(Value::Regex(regex(v[0])?.power(c.index(0).into()))))),
    op(
        "((_ re.loop i j) RegLan RegLan)",
        values(|c, v| Ok(Value::Regex(regex(v[0])?.repeat_between(c.index(0).into(), c.index(1).into())))),
    ),
    op(
        "((_ re.loop i) RegLan RegLan :dialect z3)",
        values(|c, v| Ok(Value::Regex(at_least(regex(v[0])?, c.index(0).into())))),
    ),
    // The 2.5 form, with the bounds as arguments.
    op(
        "(re.loop RegLan Int Int RegLan :dialect z3)",
        values(|_, v| {
            let (regex, low, high) = (regex(v[0])?, times(v[1])?, times(v[2])?);
            Ok(Value::Regex(regex.repeat_between(low, high)))
        }),
    ),
    op(
        "(re.loop RegLan Int RegLan :dialect z3)",
        values(|_, v| Ok(Value::Regex(at_least(regex(v[0])?, times(v[1])?)))),
    ),
    op(
        "(re.^ RegLan Int RegLan :dialect z3)",
        values(|_, v| Ok(Value::Regex(regex(v[0])?.power(times(v[1])?)))),
    ),
];

pub(super) const LAST_EMPTY: NoValue =
    NoValue::Unknown(Reason::NotComputed("the last occurrence of an empty string or sequence"));

/// A string, unless it is too long to compute with.
fn long(text: Option<Text>) -> Evaluated {
    text.map(Value::Text).ok_or(TOO_LARGE)
}

/// A number as z3 writes it.
fn decimal(context: &mut Context<'_>, number: Int) -> Evaluated {
    context.spend(number.bits_len())?;
    Text::from_chars(&number.to_string()).map(Value::Text).ok_or(TOO_LARGE)
}

fn at_least(regex: &Regex, times: u64) -> Regex {
    regex.power(times).concat(&regex.star())
}

/// A number of repetitions. What negative ones mean is not specified.
fn times(value: &Value) -> Result<u64, NoValue> {
    int(value)?
        .to_u64()
        .ok_or(NoValue::Unknown(Reason::NotComputed("a negative or very large number of repetitions")))
}
