//! The files of `tests/vectors`.

use serde_json::Value;

/// The file of this name.
pub fn read(name: &str) -> Value {
    let path = format!("{}/../../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON")
}

/// The entries of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A text.
pub fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// Bytes in hexadecimal.
pub fn bytes(value: &Value) -> Vec<u8> {
    let hex = text(value);
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex")).collect()
}
