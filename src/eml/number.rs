//! Numbers: integers of 64 bits and floats, with Python's results.
//!
//! Nothing here wraps or rounds silently: a result that no longer fits is `None`.

use std::cmp::Ordering;

use super::value::Value;

/// Some value is no `int`, `bool` or `float`.
pub(super) struct NoNumber;

/// How two numbers compare; `None` where one is the float that is not a number.
pub(super) fn order(a: &Value, b: &Value) -> Result<Option<Ordering>, NoNumber> {
    let int = |value: &Value| value.as_int().ok_or(NoNumber);
    Ok(match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Float(a), b) => order_mixed(int(b)?, *a).map(Ordering::reverse),
        (a, Value::Float(b)) => order_mixed(int(a)?, *b),
        (a, b) => Some(int(a)?.cmp(&int(b)?)),
    })
}

/// Compares exactly, where making a float of `a` might round it.
fn order_mixed(a: i64, b: f64) -> Option<Ordering> {
    match truncated(b) {
        Some(whole) => Some(a.cmp(&whole).then(0.0_f64.partial_cmp(&b.fract())?)),
        None => 0.0.partial_cmp(&b),
    }
}

/// The float without its fraction, if that fits.
pub(super) fn truncated(number: f64) -> Option<i64> {
    const END: f64 = 9_223_372_036_854_775_808.0;
    let fits = (-END..END).contains(&number);
    #[expect(clippy::cast_possible_truncation, reason = "that is the meaning, and it fits")]
    fits.then_some(number as i64)
}

/// The integer that a float is equal to.
pub(super) fn whole(number: f64) -> Option<i64> {
    truncated(number).filter(|_| number.fract() == 0.0)
}

/// The nearest float.
pub(super) fn to_float(number: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "that is the meaning")]
    let float = number as f64;
    float
}

/// The float nearest to `a / b`; `b` is not 0.
#[inline]
pub(super) fn divide(a: i64, b: i64) -> f64 {
    const EXACT: u64 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return to_float(a) / to_float(b);
    }
    let magnitude = divide_large(a.unsigned_abs().into(), b.unsigned_abs().into());
    if (a < 0) == (b < 0) { magnitude } else { -magnitude }
}

/// Divides with more digits than a float has, and keeps a last bit for what is left over, so
/// that only the conversion rounds.
fn divide_large(a: u128, b: u128) -> f64 {
    if a == 0 {
        return 0.0;
    }
    let shift = a.leading_zeros();
    let dividend = a << shift;
    let digits = (dividend / b) | u128::from(!dividend.is_multiple_of(b));
    #[expect(clippy::cast_precision_loss, reason = "that is the meaning")]
    let float = digits as f64;
    float * 0.5_f64.powi(shift.cast_signed())
}

/// `a % b` with the sign of `b`, which is not 0.
pub(super) fn modulo(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

/// `a % b` with the sign of `b`, which is not 0.
pub(super) fn modulo_float(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest == 0.0 {
        0.0_f64.copysign(b)
    } else if (rest < 0.0) == (b < 0.0) {
        rest
    } else {
        rest + b
    }
}

/// The shortest digits that say this float, as Python writes them.
pub(super) fn float_text(number: f64) -> String {
    if !number.is_finite() {
        return number.to_string().to_ascii_lowercase();
    }
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').expect("an exponent");
    let exponent: i32 = exponent.parse().expect("a number");
    if (-4..16).contains(&exponent) {
        let fixed = number.to_string();
        return if fixed.contains('.') { fixed } else { fixed + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_is_the_nearest_float() {
        assert_eq!(divide(i64::MAX, 3).to_string(), "3074457345618258400");
        assert_eq!(divide(9_007_199_254_740_993, 2).to_string(), "4503599627370496");
        assert_eq!(divide(i64::MIN, -1).to_string(), "9223372036854776000");
        assert_eq!(divide(0, i64::MIN).to_string(), "-0");
    }

    #[test]
    fn integers_and_floats_compare_exactly() {
        let big = 9_007_199_254_740_993;
        assert_eq!(order_mixed(big, 9_007_199_254_740_992.0), Some(Ordering::Greater));
        assert_eq!(order_mixed(i64::MAX, 9_223_372_036_854_775_808.0), Some(Ordering::Less));
        assert_eq!(order_mixed(-2, -2.5), Some(Ordering::Greater));
        assert_eq!(order_mixed(0, f64::NAN), None);
    }
}
