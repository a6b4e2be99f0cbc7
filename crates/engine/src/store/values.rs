//! Conversion of values to and from database columns, the same for SQLite and PostgreSQL.

use super::schema::Failure;
pub use rusqlite::types::Value;

/// A value for a parameter `?1`, `?2`, ...
pub trait Bind {
    fn bind(&self) -> Value;
}

/// A value that can be read from a column.
pub trait Read: Sized {
    fn read(value: Value) -> Option<Self>;
}

/// The parameters of a statement, in order.
macro_rules! bind {
    ($($value:expr),* $(,)?) => { &[$($crate::store::values::Bind::bind(&$value)),*] };
}
pub(super) use bind;

/// One row that a query found.
pub struct Row(pub Vec<Value>);

impl Row {
    /// The value of a column.
    pub fn get<T: Read>(&self, column: usize) -> Result<T, Failure> {
        let value = self.0.get(column).cloned();
        value.and_then(T::read).ok_or(Failure::Foreign("a column holds something else"))
    }
}

/// Databases have only signed integers: the bits stay the same.
impl Bind for u64 {
    fn bind(&self) -> Value {
        Value::Integer(*self as i64)
    }
}

impl Read for u64 {
    fn read(value: Value) -> Option<u64> {
        i64::read(value).map(|number| number as u64)
    }
}

impl Bind for i64 {
    fn bind(&self) -> Value {
        Value::Integer(*self)
    }
}

impl Read for i64 {
    fn read(value: Value) -> Option<i64> {
        if let Value::Integer(number) = value { Some(number) } else { None }
    }
}

impl Bind for bool {
    fn bind(&self) -> Value {
        Value::Integer(i64::from(*self))
    }
}

impl Read for bool {
    fn read(value: Value) -> Option<bool> {
        i64::read(value).map(|number| number != 0)
    }
}

impl Bind for f64 {
    fn bind(&self) -> Value {
        Value::Real(*self)
    }
}

impl Read for f64 {
    fn read(value: Value) -> Option<f64> {
        if let Value::Real(number) = value { Some(number) } else { None }
    }
}

impl Bind for str {
    fn bind(&self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl Bind for String {
    fn bind(&self) -> Value {
        self.as_str().bind()
    }
}

impl Read for String {
    fn read(value: Value) -> Option<String> {
        if let Value::Text(text) = value { Some(text) } else { None }
    }
}

impl Bind for Vec<u8> {
    fn bind(&self) -> Value {
        Value::Blob(self.clone())
    }
}

impl Read for Vec<u8> {
    fn read(value: Value) -> Option<Vec<u8>> {
        if let Value::Blob(bytes) = value { Some(bytes) } else { None }
    }
}

impl<T: Bind> Bind for Option<T> {
    fn bind(&self) -> Value {
        self.as_ref().map_or(Value::Null, Bind::bind)
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Value) -> Option<Option<T>> {
        if value == Value::Null { Some(None) } else { T::read(value).map(Some) }
    }
}

impl<T: Bind + ?Sized> Bind for &T {
    fn bind(&self) -> Value {
        (**self).bind()
    }
}
