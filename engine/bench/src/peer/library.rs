//! A library with its functions, which are timed when someone asks.

use crate::rounds::Calls;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::{BufRead, Write};

/// What is timed.
trait Call {
    /// Does it once.
    fn call(&mut self);
    /// Does it, and says what point it computes, if it does: the coordinates, big-endian.
    fn result(&mut self) -> Option<Vec<u8>>;
}

/// A function whose value has no form that all libraries share.
struct Plain<F>(F);

impl<T, F: FnMut() -> T> Call for Plain<F> {
    fn call(&mut self) {
        black_box((self.0)());
    }

    fn result(&mut self) -> Option<Vec<u8>> {
        None
    }
}

/// A function that computes a point, and what encodes that.
struct OfPoint<F, E>(F, E);

impl<P, F: FnMut() -> P, E: Fn(&P) -> Vec<u8>> Call for OfPoint<F, E> {
    fn call(&mut self) {
        black_box((self.0)());
    }

    fn result(&mut self) -> Option<Vec<u8>> {
        Some((self.1)(&(self.0)()))
    }
}

/// A function of a library.
pub struct Function {
    name: String,
    call: Box<dyn Call>,
    calls: Option<Calls>,
}

impl Function {
    pub fn new<T>(name: impl Into<String>, run: impl FnMut() -> T + 'static) -> Self {
        Function { name: name.into(), call: Box::new(Plain(run)), calls: None }
    }

    /// A function that computes a point, and the uncompressed encoding without flags.
    pub fn point<P>(
        name: impl Into<String>,
        encode: impl Fn(&P) -> Vec<u8> + 'static,
        run: impl FnMut() -> P + 'static,
    ) -> Self {
        Function { name: name.into(), call: Box::new(OfPoint(run, encode)), calls: None }
    }

    /// The nanoseconds of a call; the first time with the point that it computes, for comparison with other libraries'.
    fn answer(&mut self) -> Value {
        let mut answer = json!({"function": self.name});
        if self.calls.is_none()
            && let Some(bytes) = self.call.result()
        {
            answer["result"] = json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        }
        let run = &mut || self.call.call();
        answer["ns"] = json!(self.calls.get_or_insert_with(|| Calls::of(run)).time(run));
        answer
    }
}

/// A library with its functions.
pub struct Library {
    pub name: &'static str,
    pub version: String,
    pub level: String,
    pub functions: Vec<Function>,
}

impl Library {
    /// Answers until nobody asks any more.
    ///
    /// # Errors
    /// Those of standard input and output.
    ///
    /// # Panics
    /// If asked for a function that the first line did not name.
    pub fn serve(mut self) -> std::io::Result<()> {
        let functions: Vec<_> = self.functions.iter().map(|function| &function.name).collect();
        let mut out = std::io::stdout();
        let first = json!({"library": self.name, "version": self.version, "level": self.level, "functions": functions});
        writeln!(out, "{first}")?;
        for asked in std::io::stdin().lock().lines() {
            let asked = asked?;
            let function = self.functions.iter_mut().find(|function| function.name == asked);
            writeln!(out, "{}", function.expect("a function of the first line").answer())?;
        }
        Ok(())
    }
}
